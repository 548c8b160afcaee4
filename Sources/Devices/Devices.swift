import CPlatform
