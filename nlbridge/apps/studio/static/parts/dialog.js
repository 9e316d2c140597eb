// One dialog at a time: a title, fields, and an action.

import { $, button, h } from "./dom.js";

/** Opens a dialog; `submit` returns false to keep it open. Closing restores the focus. */
export function openDialog(title, body, { submit = null, label = "OK", wide = false } = {}) {
  const dialog = $("dialog");
  const close = () => dialog.close();
  const form = h("form", { method: "dialog", class: "dialog-form", on: { submit: (event) => send(event, submit, close) } },
    h("div", { class: "dialog-head" }, h("h2", { id: "dialog-title" }, title), button("×", close, { class: "icon-button", "aria-label": "Close" })),
    h("div", { class: "dialog-body" }, body),
    submit && h("div", { class: "dialog-foot" }, button("Cancel", close, { class: "quiet" }), h("button", { type: "submit", class: "primary" }, label)),
  );
  dialog.setAttribute("aria-labelledby", "dialog-title");
  dialog.classList.toggle("wide", wide);
  dialog.replaceChildren(form);
  dialog.showModal();
  form.querySelector(".dialog-body :is(input, textarea, select, button)")?.focus();
}

async function send(event, submit, close) {
  event.preventDefault();
  if (!submit) return close();
  return (await submit()) === false ? undefined : close();
}

export const field = (label, control, hint = null) =>
  h("label", { class: "field" }, h("span", { class: "field-label" }, label), control, hint && h("span", { class: "hint" }, hint));

/** A drop-down list: `options` are [value, words]. */
export function choice(options, chosen, props = {}) {
  return h("select", props, options.map(([value, words]) => h("option", { value, selected: value === chosen }, words)));
}
