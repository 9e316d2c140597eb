// The state of the page, and the one way to change it: send an operation to the server and draw its answer.

import { $, debounce, say } from "./dom.js";
import { Away, documentPath, Refusal, request } from "./api.js";
import * as drafts from "./drafts.js";

export const state = {
  project: null,
  doc: null,
  schema: null,
  filter: { state: "", search: "" },
  selected: null, // {claim} or {link}: ids
  pointed: null, // {claims, links}: lit up for a moment
  tab: "details",
  doubt: null,
  rewrite: null,
  criterion: null,
  verdicts: "",
  composing: false,
};

const listeners = new Set();
export const onChange = (listener) => listeners.add(listener);

/** Redraws; `what` names the change: project, doc, refused, selection, pointing, tab. */
export function changed(...what) {
  const all = new Set(what);
  for (const listener of listeners) listener(all);
}

export const view = () => state.doc?.view ?? null;
let known = { claims: new Map(), links: new Map(), answers: new Map() };
export const claimOf = (id) => known.claims.get(id) ?? null;
export const linkOf = (id) => known.links.get(id) ?? null;
export const answerOf = (id) => known.answers.get(id) ?? null;

const byName = (rows, name) => new Map(rows.map((row) => [row[name], row]));

let waiting = Promise.resolve();
let inFlight = 0;

/** Runs changes one after another, each on the version left by the one before. */
function inTurn(work) {
  const done = waiting.then(work);
  waiting = done.catch(() => undefined);
  return done;
}

async function busyWhile(work) {
  inFlight += 1;
  const show = setTimeout(() => $("busy").classList.add("on"), 150);
  $("main").setAttribute("aria-busy", "true");
  try {
    return await work();
  } finally {
    clearTimeout(show);
    inFlight -= 1;
    if (inFlight === 0) {
      $("busy").classList.remove("on");
      $("main").removeAttribute("aria-busy");
    }
  }
}

/** Sends one operation; true if accepted. A refusal is shown, and nothing is lost. */
export function operate(operation, { quiet = false } = {}) {
  return inTurn(() => busyWhile(() => sent("/operations", { operation }, quiet)));
}

export const undo = () => inTurn(() => busyWhile(() => sent("/undo", {}, false)));
export const askModelFirst = () => inTurn(() => busyWhile(() => sent("/ask-first", {}, false)));
export const redo = () => inTurn(() => busyWhile(() => sent("/redo", {}, false)));

async function sent(path, body, quiet) {
  const { id } = state.doc;
  try {
    take(await request("POST", documentPath(id, path), { version: state.doc.version, ...body }));
    clearBanner();
    refreshList();
    return true;
  } catch (problem) {
    refused(problem, quiet);
    return false;
  }
}

function refused(problem, quiet) {
  changed("refused"); // a model may have been paid anyway
  if (problem instanceof Refusal && problem.status === 409 && problem.body?.document) {
    take(problem.body.document);
    showBanner("This text was changed in another window. It is shown as it is now; do your last change again if it is still wanted.");
  } else if (problem instanceof Away) {
    away();
  } else if (!quiet) {
    showBanner(problem.message);
  }
}

/** Takes a document from the server, unless a newer one is shown. */
export function take(doc) {
  const other = state.doc?.id !== doc.id;
  if (!other && doc.version < state.doc.version) return;
  state.doc = doc;
  known = { claims: byName(doc.view.claims, "id"), links: byName(doc.view.links, "id"), answers: byName(doc.view.answers, "claim") };
  if (other) {
    Object.assign(state, { selected: null, pointed: null, doubt: null, rewrite: null, criterion: null, composing: false });
  }
  drafts.load(doc.id, doc.drafts ?? {});
  dropStale(doc.view);
  changed("doc", ...(other ? ["other"] : []));
  if (doc.view.rewrites.some((rewrite) => rewrite.verdict === "pending")) judgeMore();
}

let judging = false;
/** The server judges a few rewrites at a time; asking again continues. */
async function judgeMore() {
  if (judging) return;
  judging = true;
  const { id } = state.doc;
  try {
    await inTurn(async () => {
      if (state.doc.id !== id) return;
      const doc = await request("GET", documentPath(id));
      judging = false;
      if (state.doc.id === id) take(doc);
    });
  } catch (problem) {
    refused(problem, true);
  } finally {
    judging = false;
  }
}

function dropStale(current) {
  const { selected } = state;
  if ((selected?.claim && !claimOf(selected.claim)) || (selected?.link && !linkOf(selected.link))) state.selected = null;
  if (!current.rewrites.some((rewrite) => rewrite.id === state.rewrite)) {
    state.rewrite = current.rewrites.at(-1)?.id ?? null;
    state.criterion = null;
  }
}

/** Puts the open text into the address, unless it names another view. */
function named(id) {
  if (location.hash === "" || location.hash.startsWith("#/")) history.replaceState(null, "", `/#/${encodeURIComponent(id)}`);
}

export async function open(id) {
  await drafts.flush();
  return inTurn(() =>
    busyWhile(async () => {
      try {
        take(await request("GET", documentPath(id)));
        clearBanner();
        named(id);
        refreshList();
        return true;
      } catch (problem) {
        refused(problem, false);
        return false;
      }
    }),
  );
}

export async function create(text, had) {
  return inTurn(() =>
    busyWhile(async () => {
      try {
        take(await request("POST", "/api/documents", had ? { text, had } : { text }));
        clearBanner();
        named(state.doc.id);
        await loadProject();
        return true;
      } catch (problem) {
        refused(problem, false);
        return false;
      }
    }),
  );
}

/** Sends a request and shows a refusal, returning undefined. A success removes an old error. */
export async function attempt(work) {
  try {
    const found = await busyWhile(work);
    clearBanner();
    return found;
  } catch (problem) {
    refused(problem, false);
    return undefined;
  }
}

let asked = 0;

export async function loadProject() {
  asked += 1;
  const mine = asked;
  const words = new URLSearchParams();
  if (state.filter.state) words.set("state", state.filter.state);
  if (state.filter.search.trim()) words.set("search", state.filter.search.trim());
  const query = words.size ? `?${words}` : "";
  try {
    const project = await request("GET", `/api/project${query}`);
    if (mine !== asked) return; // a later request is in progress
    state.project = project;
    changed("project");
  } catch (problem) {
    refused(problem, true);
  }
}

export const refreshList = debounce(loadProject, 120);

export function select(selected, { reveal = true } = {}) {
  state.selected = selected;
  if (selected && reveal) state.tab = "details";
  changed("selection", "tab");
}

export function point(pointed) {
  if (pointed === state.pointed) return;
  state.pointed = pointed;
  changed("pointing");
}

export function showTab(tab) {
  state.tab = tab;
  changed("tab");
}

/** Shows a message until the next action succeeds; `offer` is a button beside it. */
export function showBanner(sentence, kind = "problem", offer = null) {
  const banner = $("banner");
  banner.replaceChildren();
  const words = document.createElement("p");
  words.textContent = sentence;
  const close = document.createElement("button");
  close.type = "button";
  close.className = "quiet";
  close.textContent = "Close";
  close.addEventListener("click", clearBanner);
  banner.append(words, ...(offer ? [offerOf(offer)] : []), close);
  banner.dataset.kind = kind;
  banner.hidden = false;
}

function offerOf({ label, act }) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "primary";
  button.textContent = label;
  button.addEventListener("click", act);
  return button;
}

export function clearBanner() {
  $("banner").hidden = true;
}

let asking = false;
/** Waits for the server to come back, then resumes. */
export async function away() {
  if (asking) return;
  asking = true;
  showBanner("The studio does not answer. What you typed is kept on this page; it goes on as soon as the studio is back.");
  while (asking) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    asking = !(await isBack());
  }
}

async function isBack() {
  try {
    const doc = await request("GET", documentPath(state.doc.id));
    drafts.keepTyped();
    take(doc);
    await drafts.flush();
    clearBanner();
    say("The studio is back.");
    refreshList();
    return true;
  } catch (problem) {
    if (problem instanceof Refusal) showBanner(problem.message);
    return problem instanceof Refusal;
  }
}
