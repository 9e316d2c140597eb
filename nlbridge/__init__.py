"""Between sentences and formal objects.

| concept | module | source |
|---|---|---|
| edit judged criterion by criterion | `nlbridge.judging.criteria_verdict` | docs/explanation/semantics.md, 1 |
| text read into a scenario | `nlbridge.reading.reader` | docs/explanation/semantics.md, 1 |
| which event bears on which | `nlbridge.reading.links.links` | docs/explanation/semantics.md, 1 |
| neighbours without a signal | `nlbridge.reading.links.neighbours` | docs/decisions/0004-implicit-links.md |
| what speaks against such a link | `nlbridge.reading.links.barriers` | docs/decisions/0004-implicit-links.md |
| signs of having come of the sentence before | `nlbridge.reading.links.effects` | docs/decisions/0004-implicit-links.md |
| clauses joined in one sentence | `nlbridge.reading.links.coordination` | docs/explanation/semantics.md |
| effects side by side, and the result of each | `nlbridge.reading.links.parallels` | |
| how causes work together | `nlbridge.reading.links.mechanisms` | docs/explanation/semantics.md, 1 |
| what a claim presupposes | `nlbridge.reading.presuppositions` | Levinson (1983), chapter 4 |
| what-ifs that name another value | `nlbridge.supposing.choices`, `nlbridge.supposing.chosen_values` | |
| latents, and edits that alter them | `nlbridge.reading.latents`, `nlbridge.judging.altered_latents` | |
| time of day, season, weather | `nlbridge.language.lexicon.backgrounds` | lexicon/backgrounds.yaml |
| settings that a passage tells of | `nlbridge.judging.setting_phrases` | lexicon/backgrounds.yaml |
| quantities, and which way they went | `nlbridge.reading.quantities` | docs/explanation/semantics.md, 1 |
| quantities of an edit against the text's | `nlbridge.grounding.quantity_moves` | |
| amounts with units | `nlbridge.language.lexicon.amounts` | lexicon/units.tsv |
| links by position, acyclic | `nlbridge.reading.links.edges` | |
| claim as a sentence | `nlbridge.reading.statements.statements` | |
| noun phrases, and whom they name | `nlbridge.language.clauses.noun_phrases` | |
| past tense or participle | `nlbridge.language.forms.participles` | |
| edit against original, criteria beside it | `nlbridge.telling.side_by_side` | |
| claim of a relative clause | `nlbridge.reading.statements.relative_claims` | |
| claims with the subject behind the verb | `nlbridge.reading.statements.inverted_claims` | |
| claim of a noun phrase | `nlbridge.reading.statements.nominal_claims` | |
| effect told without its cause | `nlbridge.reading.statements.passive_claims` | |
| subject that a predicate shares | `nlbridge.reading.statements.shared_subjects` | |
| event that a what-if may mean | `nlbridge.supposing.nearest_event` | WordNet 3.0 |
| what a pronoun stands for | `nlbridge.reading.statements.pronoun_subjects` | Hobbs 1978 |
| mood of a conditional, world of a clause | `nlbridge.conditionals.mood` | Iatridou (2000); Roberts (1989) |
| antecedents, and how a text goes on | `nlbridge.conditionals.antecedents` | |
| form of a finite verb | `nlbridge.language.forms.verb_forms` | |
| edit aligned with its original | `nlbridge.language.meaning.alignment`, `nlbridge.language.meaning.word_relations` | lexicon/synonyms.tsv |
| senses that words share | `nlbridge.language.meaning.wordnet` | WordNet 3.0; lexicon/wordnet.tsv |
| whether an edit affirms or denies a predicate | `nlbridge.grounding.polarity` | MacCartney and Manning (2008) |
| value that an edit asserts for an event | `nlbridge.grounding.grounding`, `nlbridge.grounding.claim_features` | |
| claims told by their contrary, in an edit | `nlbridge.grounding.contrary_telling` | |
| what weighs a claim of an edit | `nlbridge.grounding.claim_evidence`, `nlbridge.grounding.models.log_odds_sum` | |
| claims weighed by sentence embeddings | `nlbridge.grounding.models.sentence_embedding` | Reimers and Gurevych (2019) |
| claims weighed by an entailment model | `nlbridge.grounding.models.textual_entailment` | Williams et al. (2018) |
| stretches that a claim is held against | `nlbridge.grounding.models.edit_stretch` | |
| model that lies on this machine | `nlbridge.grounding.models.local_model` | |
| connectives of an edit, and what they join | `nlbridge.grounding.connectives.arguments` | |
| connectives that do not suit | `nlbridge.grounding.connectives.misuse`, `nlbridge.grounding.connectives.features` | |
| what no claim of the text answers for | `nlbridge.grounding.new_content` | |
| what may be asked of an edit | `nlbridge.judging.possible_rubrics`, `nlbridge.judging.probable_satisfaction` | |
| claims that an edit copies or denies word for word | `nlbridge.judging.exact_claims` | |
| what `no` before a subject denies | `nlbridge.grounding.negative_subjects` | |
| errors that need no weighing | `nlbridge.judging.certain_errors` | |
| the same of connectives, and the clauses beside one | `nlbridge.judging.certain_connectives`, `nlbridge.grounding.connectives.joined_clauses` | |
| what copied words say outright | `nlbridge.judging.plain_contradictions` | |
| error classes with their proofs | `nlbridge.judging.error_classes` | CoBe, section 4 |
| criteria, representative answer | `nlbridge.telling.criteria_wording` | |
| rewrites of a text | `nlbridge.telling.rewriting` | |
| rubric as an item of CoBe | `nlbridge.telling.cobe_item` | CoBe, section 3 |
| tags and verbs repaired | `nlbridge.language.pipeline.analysis`, `nlbridge.language.pipeline.tense_repairs` | |
| past tenses by the dictionary | `nlbridge.language.pipeline.past_forms` | |
| clauses and event phrases | `nlbridge.language.clauses.segmentation`, `nlbridge.language.clauses.event_phrases` | Universal Dependencies |
| one clause | `nlbridge.language.clauses.clause` | |
| boundary between clauses | `nlbridge.language.clauses.boundary`, `nlbridge.language.clauses.clause_ends` | |
| times without a preposition | `nlbridge.language.clauses.time_phrases` | |
| what would have been, but for a cause | `nlbridge.language.clauses.unreal`, `nlbridge.reading.statements.unreal_claims` | Lewis (1973), 1.1 |
| of what the same is said | `nlbridge.language.pipeline.inversion` | |
| whether a word signals a cause here | `nlbridge.language.clauses.signal_senses` | |
| what a verb says of its complement | `nlbridge.language.meaning.veridicality` | Karttunen (1971); lexicon/veridicality.tsv |
| inventory of causal signals | `nlbridge.language.lexicon.connectives` | lexicon/connectives.tsv |
| counterfactual hypothesis of an explanation | `nlbridge.explanations.counterfactual_hypothesis` | Sia et al. (2023), 2.4 |
| phrases and relation, read by frames | `nlbridge.explanations.explanation_reader`, `nlbridge.explanations.frames` | |
| phrases trimmed and made alike | `nlbridge.explanations.phrase_trimming` | |
| hypothesis without what does not follow | `nlbridge.explanations.weakened_hypothesis` | |
| phrase put in a slot, inflected | `nlbridge.explanations.slot_substitution`, `nlbridge.language.forms.inflection` | |
| subject and predicate of a caption | `nlbridge.explanations.clause_structure`, `nlbridge.explanations.tagged_text` | |
| relation in an explanation | `nlbridge.explanations.relation` | Sia et al. (2023), 2.2 |
| spaCy pipeline | `nlbridge.language.pipeline.loading` | UD English EWT and GUM |
| texts parsed together, memory given back | `nlbridge.language.pipeline.parsing` | |
| process that starts soon | `nlbridge.language.pipeline.quick_start` | |
| batch on several processes | `nlbridge.command.batch`, `nlbridge.command.batch_processes` | |
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nlbridge.errors import BridgeError, HypotheticalNotFoundError, PipelineMissingError, UnreadableTextError
    from nlbridge.reading.reader import read

__all__ = ["BridgeError", "HypotheticalNotFoundError", "PipelineMissingError", "UnreadableTextError", "read"]

_HOME = {
    "BridgeError": "nlbridge.errors",
    "HypotheticalNotFoundError": "nlbridge.errors",
    "PipelineMissingError": "nlbridge.errors",
    "UnreadableTextError": "nlbridge.errors",
    "read": "nlbridge.reading.reader",
}
"""Where each name is defined; a module is loaded at first use, since the command line starts by importing this."""


def __getattr__(name: str) -> object:
    if name not in _HOME:
        message = f"expected a public name of nlbridge, got {name}; see nlbridge.__all__, or import its module"
        raise AttributeError(message)
    return getattr(import_module(_HOME[name]), name)
