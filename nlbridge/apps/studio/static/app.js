// The studio's page. Each part draws one thing; parts/store.js holds the state.

import { $ } from "./parts/dom.js";
import { request } from "./parts/api.js";
import { loadProject, open, showBanner, state } from "./parts/store.js";
import * as answers from "./parts/answers.js";
import * as check from "./parts/check.js";
import * as composer from "./parts/composer.js";
import * as effect from "./parts/effect.js";
import * as details from "./parts/details.js";
import * as files from "./parts/files.js";
import * as graph from "./parts/graph.js";
import * as keys from "./parts/keys.js";
import * as model from "./parts/model.js";
import * as proof from "./parts/proof.js";
import * as reader from "./parts/reader.js";
import * as rewrites from "./parts/rewrites.js";
import * as rubric from "./parts/rubric.js";
import * as tabs from "./parts/tabs.js";
import * as texts from "./parts/texts.js";
import * as top from "./parts/top.js";
import * as views from "./parts/views.js";
import * as whatIf from "./parts/what_if.js";
import * as compare from "./parts/many/compare.js";
import * as table from "./parts/many/table.js";

const asked = location.hash.startsWith("#/") ? decodeURIComponent(location.hash.slice(2)) : null;
history.replaceState(null, "", `/${location.hash}`); // remove the token from the address at once

for (const part of [top, tabs, composer, whatIf, reader, graph, details, answers, check, rubric, rewrites, texts, proof, files, keys, model, effect, table, compare, views]) part.mount();

start()
  .catch((problem) => showBanner(problem.message))
  .finally(() => document.body.classList.remove("loading"));

async function start() {
  const schema = await request("GET", "/api/schema");
  document.body.classList.toggle("read-only", schema.read_only);
  await loadProject();
  const { items } = state.project ?? (await request("GET", "/api/project")); // reports what is wrong
  const first = items.find((item) => item.id === asked) ?? items[0];
  if (first) await open(first.id);
  $("main").dataset.ready = "yes";
}
