"""Between sentences and formal objects.

| concept | module | source |
|---|---|---|
| edit judged criterion by criterion | `nlbridge.criteria_verdict` | docs/explanation/semantics.md, 1 |
| text read into a scenario | `nlbridge.reader` | docs/explanation/semantics.md, 1 |
| which event bears on which | `nlbridge.reading_links` | docs/explanation/semantics.md, 1 |
| neighbours without a signal | `nlbridge.reading_neighbours` | docs/decisions/0004-implicit-links.md |
| what speaks against such a link | `nlbridge.reading_barriers` | docs/decisions/0004-implicit-links.md |
| signs of having come of the sentence before | `nlbridge.reading_effects` | docs/decisions/0004-implicit-links.md |
| clauses joined in one sentence | `nlbridge.reading_coordination` | docs/explanation/semantics.md |
| effects side by side, and the result of each | `nlbridge.reading_parallels` | |
| how causes work together | `nlbridge.reading_mechanisms` | docs/explanation/semantics.md, 1 |
| what a claim presupposes | `nlbridge.reading_presuppositions` | Levinson (1983), chapter 4 |
| what-ifs that name another value | `nlbridge.reading_choices`, `nlbridge.chosen_values` | |
| latents, and edits that alter them | `nlbridge.reading_latents`, `nlbridge.altered_latents` | |
| time of day, season, weather | `nlbridge.language.backgrounds` | lexicon/backgrounds.yaml |
| settings that a passage tells of | `nlbridge.setting_phrases` | lexicon/backgrounds.yaml |
| quantities, and which way they went | `nlbridge.reading_quantities` | docs/explanation/semantics.md, 1 |
| quantities of an edit against the text's | `nlbridge.quantity_moves` | |
| amounts with units | `nlbridge.language.amounts` | lexicon/units.tsv |
| links by position, acyclic | `nlbridge.reading_edges` | |
| claim as a sentence | `nlbridge.reading_statements` | |
| noun phrases, and whom they name | `nlbridge.noun_phrases` | |
| past tense or participle | `nlbridge.finite_forms` | |
| edit against original, criteria beside it | `nlbridge.edit_margin` | |
| claim of a relative clause | `nlbridge.relative_claims` | |
| claims with the subject behind the verb | `nlbridge.inverted_claims` | |
| claim of a noun phrase | `nlbridge.nominal_claims` | |
| effect told without its cause | `nlbridge.passive_claims` | |
| subject that a predicate shares | `nlbridge.statement_subjects` | |
| event that a what-if may mean | `nlbridge.nearest_event` | WordNet 3.0 |
| what a pronoun stands for | `nlbridge.pronoun_subjects` | Hobbs 1978 |
| mood of a conditional, world of a clause | `nlbridge.mood` | Iatridou (2000); Roberts (1989) |
| antecedents, and how a text goes on | `nlbridge.language.antecedents` | |
| form of a finite verb | `nlbridge.language.verb_forms` | |
| edit aligned with its original | `nlbridge.alignment`, `nlbridge.relatedness` | lexicon/synonyms.tsv |
| senses that words share | `nlbridge.language.wordnet` | WordNet 3.0; lexicon/wordnet.tsv |
| whether an edit affirms or denies a predicate | `nlbridge.grounding_polarity` | MacCartney and Manning (2008) |
| value that an edit asserts for an event | `nlbridge.grounding`, `nlbridge.grounding_features` | |
| claims told by their contrary, in an edit | `nlbridge.grounding_mood` | |
| what weighs a claim of an edit | `nlbridge.claim_evidence`, `nlbridge.log_odds_sum` | |
| claims weighed by sentence embeddings | `nlbridge.sentence_embedding` | Reimers and Gurevych (2019) |
| claims weighed by an entailment model | `nlbridge.textual_entailment` | Williams et al. (2018) |
| stretches that a claim is held against | `nlbridge.edit_stretch` | |
| model that lies on this machine | `nlbridge.local_model` | |
| connectives of an edit, and what they join | `nlbridge.joints` | |
| connectives that do not suit | `nlbridge.grounding_connectives`, `nlbridge.connective_features` | |
| what no claim of the text answers for | `nlbridge.novel_content` | |
| what may be asked of an edit | `nlbridge.possible_rubrics`, `nlbridge.satisfaction` | |
| claims that an edit copies or denies word for word | `nlbridge.exact_claims` | |
| what `no` before a subject denies | `nlbridge.negative_subjects` | |
| errors that need no weighing | `nlbridge.certain_errors` | |
| the same of connectives, and the clauses beside one | `nlbridge.certain_connectives`, `nlbridge.joined_clauses` | |
| what copied words say outright | `nlbridge.plain_contradictions` | |
| error classes with their proofs | `nlbridge.error_classes` | CoBe, section 4 |
| criteria, representative answer | `nlbridge.verbalisation` | |
| rewrites of a text | `nlbridge.rewriting` | |
| rubric as an item of CoBe | `nlbridge.cobe_form` | CoBe, section 3 |
| tags and verbs repaired | `nlbridge.language.analysis`, `nlbridge.language.tense_repairs` | |
| past tenses by the dictionary | `nlbridge.language.past_forms` | |
| clauses and event phrases | `nlbridge.language.clauses`, `nlbridge.language.event_phrases` | Universal Dependencies |
| one clause | `nlbridge.language.clause` | |
| boundary between clauses | `nlbridge.language.boundary`, `nlbridge.language.cuts` | |
| times without a preposition | `nlbridge.language.time_phrases` | |
| what would have been, but for a cause | `nlbridge.language.unreal`, `nlbridge.unreal_claims` | Lewis (1973), 1.1 |
| of what the same is said | `nlbridge.language.inversion` | |
| whether a word signals a cause here | `nlbridge.language.licensing` | |
| what a verb says of its complement | `nlbridge.language.veridicality` | Karttunen (1971); lexicon/veridicality.tsv |
| inventory of causal signals | `nlbridge.language.connectives` | lexicon/connectives.tsv |
| counterfactual hypothesis of an explanation | `nlbridge.counterfactual_hypothesis` | Sia et al. (2023), 2.4 |
| phrases and relation, read by frames | `nlbridge.explanation_reader`, `nlbridge.explanation_frames` | |
| phrases trimmed and made alike | `nlbridge.phrase_trimming` | |
| hypothesis without what does not follow | `nlbridge.weakened_hypothesis` | |
| phrase put in a slot, inflected | `nlbridge.slot_substitution`, `nlbridge.inflection` | |
| subject and predicate of a caption | `nlbridge.clause_structure`, `nlbridge.tagged_text` | |
| relation in an explanation | `nlbridge.relation_extraction` | Sia et al. (2023), 2.2 |
| spaCy pipeline | `nlbridge.language.pipeline` | UD English EWT and GUM |
| texts parsed together, memory given back | `nlbridge.language.parsing` | |
| process that starts soon | `nlbridge.language.quick_start` | |
| batch on several processes | `nlbridge.batch`, `nlbridge.batch_processes` | |
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nlbridge.errors import BridgeError, HypotheticalNotFoundError, PipelineMissingError, UnreadableTextError
    from nlbridge.reader import read

__all__ = ["BridgeError", "HypotheticalNotFoundError", "PipelineMissingError", "UnreadableTextError", "read"]

_HOME = {
    "BridgeError": "nlbridge.errors",
    "HypotheticalNotFoundError": "nlbridge.errors",
    "PipelineMissingError": "nlbridge.errors",
    "UnreadableTextError": "nlbridge.errors",
    "read": "nlbridge.reader",
}
"""Where each name is defined; a module is loaded at first use, since the command line starts by importing this."""


def __getattr__(name: str) -> object:
    if name not in _HOME:
        message = f"expected a public name of nlbridge, got {name}; see nlbridge.__all__, or import its module"
        raise AttributeError(message)
    return getattr(import_module(_HOME[name]), name)
