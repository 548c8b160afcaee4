import Box
import CPlatform

exit(TreadleCommand.main())
