"""Makes inputs of others: bytes and words are changed, doubled, moved, lost and taken from another input."""

import random
import re

NUMBERS = [b"0", b"-1", b"1", b"127", b"128", b"255", b"16383", b"16384", b"2147483648", b"9223372036854775808", b"1e309",
           b"nan", b"F0", b"F7"]
MOST_BYTES = 200_000


class Mutator:
    """corpus: the inputs to begin with. words: more words to put in, as names of files that nobody may open."""

    def __init__(self, corpus, words=()):
        self.corpus = corpus
        found = {word[:40] for text in corpus for word in re.split(rb"[ \n\t,:\[\]{}\"]+", text) if word}
        self.words = sorted(found) + NUMBERS + list(words)

    def mutated(self, seed):
        """The input of a seed."""
        chance = random.Random(seed)
        return self.changed(chance.choice(self.corpus), chance)

    def changed(self, text, chance):
        """Changes some bytes and words of a text."""
        text = bytearray(text)
        for _ in range(chance.randint(1, 6)):
            if not text:
                break
            start = chance.randrange(len(text))
            end = min(len(text), start + 1 + chance.randrange(len(text) if chance.random() < 0.2 else 12))
            way = chance.randrange(7)
            if way == 0:
                text[start] ^= 1 << chance.randrange(8)
            elif way == 1:
                text[start] = chance.randrange(256)
            elif way == 2:
                del text[start:end]
            elif way == 3:
                at = chance.randrange(len(text))
                text[at:at] = text[start:end]
            elif way == 4:
                text[start:start] = chance.choice(self.words) + b" "
            elif way == 5:
                other = chance.choice(self.corpus)
                at = chance.randrange(len(other) + 1)
                text[start:end] = other[at:at + chance.randrange(60)]
            else:
                word = self.word_at(text, start)
                text[word] = chance.choice(self.words)
            del text[MOST_BYTES:]
        return bytes(text)

    @staticmethod
    def word_at(text, index):
        """The slice of the word around an index."""
        start, end = index, index
        while start > 0 and text[start - 1] not in b" \n,:\"":
            start -= 1
        while end < len(text) and text[end] not in b" \n,:\"":
            end += 1
        return slice(start, end)
