// Talks only to the server that served the page.

export class Refusal extends Error {
  constructor(status, message, body) {
    super(message);
    this.status = status;
    this.body = body;
  }
}

/** The server did not answer at all. */
export class Away extends Error {}

/** Sends a request; returns parsed JSON, or text. `raw` returns JSON unparsed, `asIs`
 *  sends a file unchanged. */
export async function request(method, path, body, { keepalive = false, raw = false, asIs = false } = {}) {
  const options = { method, credentials: "same-origin", keepalive, headers: {} };
  if (asIs) options.body = body;
  else if (body !== undefined) {
    options.headers["Content-Type"] = "application/json";
    options.body = JSON.stringify(body);
  }
  const response = await answerOf(path, options);
  const [type] = (response.headers.get("Content-Type") ?? "").split(";");
  const content = type === "application/json" && !(raw && response.ok) ? await response.json() : await response.text();
  if (response.ok) return content;
  throw new Refusal(response.status, sentenceOf(response, content), content);
}

async function answerOf(path, options) {
  try {
    return await fetch(path, options);
  } catch (problem) {
    throw new Away("The studio does not answer.", { cause: problem });
  }
}

function sentenceOf(response, content) {
  if (typeof content === "object" && content !== null && typeof content.error === "string") return content.error;
  if (response.status === 403) return "This page is no longer known to the studio. Open the address that it printed when it started.";
  return `The studio answered ${response.status}${typeof content === "string" && content ? `: ${content.slice(0, 200)}` : ""}.`;
}

export const documentPath = (id, rest = "") => `/api/documents/${encodeURIComponent(id)}${rest}`;
