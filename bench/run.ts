import { benchApi } from "./api.ts";
import { benchAudit } from "./audit.ts";
import { benchBodies } from "./bodies.ts";
import { benchClosings } from "./closings.ts";
import { benchContractList } from "./contractList.ts";
import { benchCsv } from "./csv.ts";
import { benchEntries } from "./entries.ts";
import { benchEntriesTable } from "./entriesTable.ts";
import { benchFileImports } from "./fileImports.ts";
import { type Finding, report } from "./finding.ts";
import { benchImports } from "./imports.ts";
import { benchInstall } from "./install.ts";
import { benchEmbeddedNeighbours, benchNeighbours } from "./neighbours.ts";
import { benchOpening } from "./opening.ts";
import { benchOverload } from "./overload.ts";
import { benchPageChange } from "./pageChange.ts";
import { benchPreview } from "./preview.ts";
import { benchScreens } from "./screens.ts";
import { benchSearch } from "./search.ts";
import { benchStart } from "./start.ts";
import { benchUsage } from "./usage.ts";
import { benchVocabulary } from "./vocabulary.ts";
import { benchWaits } from "./waits.ts";
import { benchWeights } from "./weights.ts";
import { benchWords } from "./words.ts";

/** The parts by their names in `npm run bench -- list search`. */
const parts: Record<string, () => Promise<Finding[]>> = {
  list: benchContractList,
  search: benchSearch,
  entries: benchEntries,
  imports: benchImports,
  fileImports: benchFileImports,
  preview: benchPreview,
  csv: benchCsv,
  api: benchApi,
  usage: benchUsage,
  closings: benchClosings,
  neighbours: benchNeighbours,
  embeddedNeighbours: benchEmbeddedNeighbours,
  overload: benchOverload,
  screens: benchScreens,
  audit: benchAudit,
  vocabulary: benchVocabulary,
  words: benchWords,
  bodies: benchBodies,
  waits: benchWaits,
  weights: benchWeights,
  opening: benchOpening,
  pages: benchPageChange,
  entriesTable: benchEntriesTable,
  start: benchStart,
  install: benchInstall,
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(", ")}. There are: ${Object.keys(parts).join(", ")}.`);
  process.exit(1);
}

let missed = 0;
let failed = 0;
for (const [name, part] of Object.entries(parts)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  console.log(`\n${name}`);
  try {
    for (const finding of await part()) if (!report(finding)) missed += 1;
  } catch (error) {
    failed += 1;
    console.error(`could not be measured: ${error instanceof Error ? error.message : error}`);
  }
}
console.log(`\nBudgets missed: ${missed}. Parts that could not be measured: ${failed}.`);
process.exitCode = failed > 0 ? 1 : 0;
