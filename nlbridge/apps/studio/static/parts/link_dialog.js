// Adds a link without a mouse: cause, effect, sign and strength from lists.

import { view } from "./store.js";
import { choice, field, openDialog } from "./dialog.js";
import { number, SIGNS, STRENGTHS } from "./words.js";
import { addLink } from "./graph.js";

export function linkDialog(from = null) {
  const claims = view().claims.map((claim) => [claim.id, `${number(claim)}  ${claim.statement}`]);
  if (claims.length < 2) return;
  const stated = view().claims.filter((claim) => !claim.latent);
  const cause = choice(claims, from ?? claims[0][0]);
  const effect = choice(claims.filter(([id]) => stated.some((claim) => claim.id === id)), claims.find(([id]) => id !== cause.value)[0]);
  const sign = choice(Object.entries(SIGNS), "promotes");
  const strength = choice(Object.entries(STRENGTHS), "necessary");
  openDialog("Add a link", [field("Cause", cause), field("Effect", effect), field("Sign", sign), field("Strength", strength)], {
    label: "Add",
    submit: async () => {
      await addLink(cause.value, effect.value, { sign: sign.value, strength: strength.value });
    },
  });
}
