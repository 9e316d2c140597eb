// Files in and out: open or drop, download or copy.

import { $, h, say } from "./dom.js";
import { request } from "./api.js";
import { attempt, create, loadProject, open, operate, showBanner, state, view } from "./store.js";

const LARGEST = 4 * 1024 * 1024;

/** Asks for a file; `use` gets its name and content. */
export function choose(use, accept = ".txt,.md,.csv,.json,.jsonl,text/plain,text/csv,application/json") {
  const input = h("input", { type: "file", accept });
  input.addEventListener("change", async () => {
    const [file] = input.files;
    if (file) await read(file, use);
  });
  input.click();
}

async function read(file, use) {
  if (file.size > LARGEST) {
    showBanner(`Expected a file of at most 4 MB, got ${Math.ceil(file.size / 1048576)} MB; give it to the command instead.`);
    return;
  }
  await use(file.name, normalised(await file.text()));
}

const normalised = (content) => content.replace(/^\ufeff/u, "").replace(/\r\n?/gu, "\n");

/** Opens a file as a scenario, as the text of an empty page, or as more texts in the list. */
export async function openFile(name, content) {
  if (isScenario(content)) {
    await operate({ op: "scenario.set", scenario: JSON.parse(content) });
    return;
  }
  if (isMany(name, content)) {
    await openMany(name, content);
    return;
  }
  if (view()?.empty) await operate({ op: "text.set", text: content });
  else await create(content);
}

/** Appends the texts of a file to the list, opens the first, and announces how many there are. */
async function openMany(name, content) {
  const before = state.project.total;
  const project = await attempt(() => request("POST", "/api/open", { name, content }));
  if (!project) return;
  const added = project.total - before;
  if (added > 0 && (await open(project.items.at(-added).id))) {
    showBanner(`${added === 1 ? "1 text" : `${added} texts`} added from ${name}, at the end of the list.`, "note");
  }
  await loadProject();
}

function isScenario(content) {
  if (!content.trimStart().startsWith("{")) return false;
  try {
    return Array.isArray(JSON.parse(content).events);
  } catch {
    return false;
  }
}

const isMany = (name, content) => /\.(jsonl?|csv|md|markdown)$/iu.test(name) || /^\s*[[{]/u.test(content);

/** Rewrites in a file: JSON Lines with `edit`, `response` or `text`, a JSON list, or one per paragraph. */
export function rewritesOf(content) {
  const lines = content.split("\n").filter((line) => line.trim());
  const parsed = whole(content) ?? lines.map(parse);
  const texts = parsed.map(textIn);
  if (texts.length && texts.every((text) => typeof text === "string" && text.trim())) return texts;
  return content.split(/\n\s*\n/u).map((part) => part.trim()).filter(Boolean);
}

function whole(content) {
  const value = parse(content);
  return Array.isArray(value) ? value : null;
}

function parse(line) {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

const textIn = (value) => (typeof value === "string" ? value : value?.edit ?? value?.response ?? value?.text);

export function mount() {
  let depth = 0;
  const hasFiles = (event) => event.dataTransfer?.types.includes("Files");
  addEventListener("dragenter", (event) => {
    if (!hasFiles(event)) return;
    depth += 1;
    $("drop").hidden = false;
  });
  addEventListener("dragleave", (event) => {
    if (!hasFiles(event)) return;
    depth -= 1;
    if (depth <= 0) $("drop").hidden = true;
  });
  addEventListener("dragover", (event) => hasFiles(event) && event.preventDefault());
  addEventListener("drop", async (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    depth = 0;
    $("drop").hidden = true;
    const [file] = event.dataTransfer.files;
    if (!file) return;
    if (event.target.closest("#tab-rewrites")) await read(file, (name, content) => addRewrites(content));
    else await read(file, openFile);
  });
}

export async function addRewrites(content) {
  const texts = rewritesOf(content);
  if (texts.length === 0) {
    showBanner("Expected rewrites: one a paragraph, or JSON Lines with “edit”; got an empty file.");
    return false;
  }
  const before = view().rewrites.length;
  const added = await operate({ op: "rewrite.add", texts });
  if (added) {
    state.rewrite = view().rewrites[before]?.id ?? state.rewrite;
    say(`${texts.length} rewrites added.`);
  }
  return added;
}

export function download(name, blob) {
  const address = URL.createObjectURL(blob);
  const anchor = h("a", { href: address, download: name });
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

export async function downloadFrom(path, name, type = "text/plain") {
  const content = await attempt(() => request("GET", path, undefined, { raw: true }));
  if (content === undefined) return;
  download(name, new Blob([content], { type }));
  say(`${name} downloaded.`);
}

export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    copyBySelection(text);
  }
  say(`${what} copied.`);
}

/** Copies the old way, from a selected field, for pages without access to the clipboard. */
function copyBySelection(text) {
  const field = h("textarea", { class: "visually-hidden", readonly: true }, text);
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}

/** A picture from the server, as SVG or as a PNG of twice its size. */
export async function picture(path, name, form) {
  const svg = await attempt(() => request("GET", path));
  if (svg === undefined) return;
  const blob = new Blob([svg], { type: "image/svg+xml" });
  if (form === "svg") download(`${name}.svg`, blob);
  else download(`${name}.png`, await rasterised(blob));
  say(`${name}.${form} downloaded.`);
}

async function rasterised(blob) {
  const address = URL.createObjectURL(blob);
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = h("canvas", { width: image.naturalWidth * 2, height: image.naturalHeight * 2 });
    const context = canvas.getContext("2d");
    context.fillStyle = "#fff";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  } finally {
    URL.revokeObjectURL(address);
  }
}
