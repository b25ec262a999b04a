import type {
  DictionaryImport,
  ImportRow,
  ImportSummary,
} from "../../../domain/imports/schemas.ts";
import { doubles } from "../../support/apiDouble.ts";
import { found, paged } from "../../support/doubleAnswer.ts";

const api = doubles.staff;
const at = "2026-11-20T01:00:00.000Z";

export function aDryRun(given: Partial<DictionaryImport> = {}): DictionaryImport {
  return {
    importId: 5,
    dictionaryId: 1,
    fileName: "単語.csv",
    format: "csv",
    encoding: "cp932",
    createdAt: at,
    createdByName: "田中 次郎",
    committedAt: null,
    mode: null,
    result: null,
    revertedAt: null,
    revertibleUntil: null,
    recognised: { format: "csv", encoding: "cp932" },
    warning: null,
    ignoredColumns: [],
    converted: { total: 0, lines: [] },
    counts: { new: 1, update: 1, unchanged: 0, duplicate: 0, error: 0, deletedByReplace: 0 },
    withoutReading: 0,
    ...given,
  };
}

const result = { added: 1, updated: 1, deleted: 0, unchanged: 0, skipped: 0 };

/** An import that can still be undone. */
export function aCommitted(given: Partial<DictionaryImport> = {}): DictionaryImport {
  const revertibleUntil = "2026-11-27T01:00:00.000Z";
  return aDryRun({ committedAt: at, mode: "merge", result, revertibleUntil, ...given });
}

const values = {
  surface: "心電図",
  reading: "しんでんず",
  partOfSpeech: "名詞" as const,
  weight: 2,
  note: "",
  enabled: true,
};

function aRow(given: Partial<ImportRow> = {}): ImportRow {
  return {
    rowNo: 1,
    line: 2,
    verdict: "NEW",
    reason: null,
    before: null,
    after: values,
    cells: null,
    wrong: [],
    raw: null,
    ...given,
  };
}

export const fourRows = [
  aRow(),
  aRow({
    rowNo: 2,
    line: 3,
    verdict: "UPDATE",
    before: { ...values, surface: "褥瘡", reading: "じょくそう", note: "古い備考" },
    after: { ...values, surface: "褥瘡", reading: "じょくそう", note: "皮膚科" },
  }),
  aRow({
    rowNo: 3,
    line: 4,
    verdict: "ERROR",
    reason: "読みはひらがな・カタカナと「ー」で入力してください。",
    after: null,
    cells: {
      surface: "誤読",
      reading: "abc",
      partOfSpeech: "造語",
      weight: "９",
      note: "川\nの",
      enabled: "たぶん",
    },
    wrong: ["reading", "partOfSpeech", "weight", "enabled"],
  }),
  aRow({
    rowNo: 4,
    line: 5,
    verdict: "ERROR",
    reason: "列が足りません。2列以上必要です。",
    after: null,
    raw: "壊れた行",
  }),
];

/** The API with this dry run, which uploads answer, and these committed imports. */
export function importsAre(
  dryRun: DictionaryImport | undefined,
  { rows = fourRows, committed = [] }: { rows?: ImportRow[]; committed?: DictionaryImport[] } = {},
) {
  let imports = [...(dryRun ? [dryRun] : []), ...committed];
  const byId = (id: number) => found(imports.find(({ importId }) => importId === id));
  const change = (id: number, changes: Partial<DictionaryImport>): DictionaryImport => {
    const changed = { ...byId(id), ...changes };
    imports = imports.map((each) => (each.importId === id ? changed : each));
    return changed;
  };
  const summaries = (): ImportSummary[] =>
    imports.filter(({ committedAt }) => committedAt !== null);

  api.answer("GET /dictionaries/{id}/imports", (asked) => paged(summaries())(asked));
  api.answer("GET /dictionaries/{id}/imports/{importId}", ({ params }) => byId(params.importId));
  api.answer("GET /dictionaries/{id}/imports/{importId}/rows", (asked) =>
    paged(rows.filter(({ verdict }) => [undefined, verdict].includes(asked.query.verdict)))(asked),
  );
  api.answer("POST /dictionaries/{id}/imports", () => found(dryRun));
  api.answer("DELETE /dictionaries/{id}/imports/{importId}", ({ params }) => {
    const removed = byId(params.importId);
    imports = imports.filter((each) => each !== removed);
    return removed;
  });
  api.answer("POST /dictionaries/{id}/imports/{importId}/commit", ({ params, body: { mode } }) => {
    change(params.importId, aCommitted({ importId: params.importId, mode }));
    return result;
  });
  api.answer("POST /dictionaries/{id}/imports/{importId}/revert", ({ params }) =>
    change(params.importId, { revertedAt: at, revertibleUntil: null }),
  );
  return { change };
}
