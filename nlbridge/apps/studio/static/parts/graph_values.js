// The value of a claim under the what-if, in a few words below its sentence.

import { answerOf, view } from "./store.js";

/** A line for the drawing: "true → false", "stays true", "set to false". It is always present, so a what-if moves no
 *  words; without a what-if, it is empty. */
export const valueLine = (claim) => (claim.latent ? "" : `\n${valueOf(claim) || "\u00a0"}`);

export function valueOf(claim) {
  const supposed = view()?.what_if?.do ?? {};
  if (claim.latent || claim.state === "plain") return "";
  if (claim.id in supposed && claim.state === "intervened") return `set to ${supposed[claim.id]}`;
  const answer = answerOf(claim.id);
  if (!answer) return "";
  if (claim.state === "unchanged") return `stays ${claim.fact}`;
  if (answer.gone) return `${claim.fact} → there is no such thing`;
  if (claim.state !== "changed") return `${claim.fact} → ?`;
  return `${claim.fact} → ${answer.direction ?? answer.value ?? other(claim)}`;
}

const other = (claim) => (claim.values.length === 2 ? claim.values.find((value) => value !== claim.fact) : "another");
