// The page's words: marks and names of states, kinds, signs and verdicts.

export const STATES = {
  intervened: { mark: "◆", name: "supposed", title: "Supposed" },
  changed: { mark: "●", name: "changes", title: "Changes" },
  unchanged: { mark: "○", name: "stays", title: "Stays" },
  open: { mark: "?", name: "open", title: "Open" },
  unknown: { mark: "…", name: "unknown", title: "Unknown" },
};

export const VERDICTS = {
  pass: { mark: "✓", name: "met" },
  fail: { mark: "✗", name: "broken" },
  undetermined: { mark: "?", name: "undetermined" },
  valid: { mark: "✓", name: "valid" },
  invalid: { mark: "✗", name: "invalid" },
  pending: { mark: "…", name: "being judged" },
  unjudged: { mark: "·", name: "not judged" },
  failed: { mark: "!", name: "no verdict" },
};

/** The classes of errors in a few words; each has a page with more. */
export const ERRORS = {
  E1: "changed what must stay",
  E2: "kept what must change",
  E3: "used a connective that does not fit",
  E4: "moved a quantity the wrong way",
  E5: "altered the background",
};

export const TEXT_STATES = {
  unread: { mark: "", name: "unread" },
  in_doubt: { mark: "?", name: "in doubt" },
  reviewed: { mark: "✓", name: "reviewed" },
};

export const SIGNS = {
  promotes: "promotes",
  inhibits: "works against",
  determines: "determines, no direction",
};

export const STRENGTHS = {
  necessary: "necessary: without it, not",
  sufficient: "sufficient: it alone is enough",
  contributing: "contributing: it helps",
  possible: "possible: it may be idle",
};

export const KINDS = { event: "happened or not", choice: "one of several", quantity: "more or less" };

export const VALUE_NAMES = { true: "true", false: "false" };

/** Number of a claim in its badge: e7 is 7, l1 is L1. */
export const number = (claim) => (claim.latent ? claim.id.toUpperCase() : claim.id.replace(/^e(?=\d)/u, ""));

/** Invisible characters that change the direction of text are shown by name and isolated.
 *  The joiners of emoji and scripts stay. */
export const HIDDEN = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u;

const HIDDEN_NAMES = {
  "\u00ad": "SHY", "\u061c": "ALM", "\u200b": "ZWSP", "\u200e": "LRM", "\u200f": "RLM",
  "\u202a": "LRE", "\u202b": "RLE", "\u202c": "PDF", "\u202d": "LRO", "\u202e": "RLO", "\u2060": "WJ",
  "\u2066": "LRI", "\u2067": "RLI", "\u2068": "FSI", "\u2069": "PDI", "\ufeff": "BOM",
};

export const hiddenName = (character) =>
  HIDDEN_NAMES[character] ?? `U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}`;

export const READERS = {
  offline: "the words alone",
  hybrid: "the model where unsure",
  llm: "the model",
};

export const PROVENANCE = {
  given: "Set by a person, or it came with the text",
  words: "Read from the words, without a language model",
  model: "Read, or answered, by the language model",
  both: "Read by the model and from the words alike",
  confirmed: "Confirmed by a person",
  you: "Answered by a person",
};
