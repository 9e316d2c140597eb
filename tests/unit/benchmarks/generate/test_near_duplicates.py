from __future__ import annotations

from benchmarks.generate.near_duplicates import TOO_NEAR, KeptTexts


def test_the_same_words_are_near_and_other_words_are_not():
    kept = KeptTexts()
    kept.add("The miller forgot the sluice, so the cellar flooded. The flour was lost. had the miller not forgotten")
    near = kept.nearest("The miller forgot the sluice, so the cellar flooded. The flour was lost. had the flour not")
    far = kept.nearest("Because the miller forgot the sluice, the cellar was full of water.")
    assert near >= TOO_NEAR > far
