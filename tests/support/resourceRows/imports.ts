import type { importEndpoints } from "../../../domain/api/imports.ts";
import { insertImport } from "../../../server/modules/imports/queries/imports.ts";
import { aDictionary } from "../dictionaryRequests.ts";
import { importOf, importsUrl, ownCsv, upload, uploadOf } from "../importRequests.ts";
import { type RouteRow, UNKNOWN_ID, type WalkWorld } from "../routeRow.ts";
import type { TableRow } from "../tableRow.ts";

const writers = ["organizationAdmin", "dictionaryAdmin"] as const;

interface Sent {
  body?: unknown;
  headers?: Record<string, string>;
}

const written = (body: unknown): Sent => ({ body, headers: { "if-match": "*" } });

const onImports =
  (sent: Sent = {}) =>
  async ({ api, own }: WalkWorld) => ({
    url: importsUrl(await aDictionary(api, own)),
    ...sent,
  });

const onImport =
  (below = "", sent: Sent = {}, committed = false) =>
  async ({ api, own, people }: WalkWorld) => {
    const dictionaryId = await aDictionary(api, own);
    const importId = await api.db.transaction().execute((trx) =>
      insertImport(
        trx,
        { ...own, dictionaryId },
        {
          file_name: "単語.csv",
          format: "csv",
          encoding: "utf-8",
          recognised_format: "csv",
          recognised_encoding: "utf-8",
          warning: null,
          ignored_columns: [],
          converted_lines: [],
          created_by: people.dictionaryAdmin.userId,
          created_at: api.clock.now(),
        },
      ),
    );
    if (committed) {
      const result = { added: 0, updated: 0, deleted: 0, unchanged: 0, skipped: 0 };
      await api.db
        .updateTable("dictionary_imports")
        .set({ committed_at: api.clock.now(), mode: "add", result: JSON.stringify(result) })
        .where("dictionary_id", "=", dictionaryId)
        .execute();
    }
    return { url: importsUrl(dictionaryId, `/${importId}${below}`), ...sent };
  };

const elsewhere =
  (below = "", body?: unknown) =>
  ({ foreign }: WalkWorld) => ({
    foreign: { url: importsUrl(foreign.dictionaryId, below), body },
    unknown: { url: importsUrl(UNKNOWN_ID, below), body },
  });

const ROW = "東京,とうきょう,地名,2,,有効";
const file = uploadOf(ownCsv([ROW]));
const commit = { mode: "add" };

export const staffRows: Readonly<Record<keyof typeof importEndpoints, RouteRow>> = {
  "GET /dictionaries/{id}/imports": { may: writers, send: onImports(), elsewhere: elsewhere() },
  "POST /dictionaries/{id}/imports": {
    may: writers,
    send: onImports({ body: file }),
    elsewhere: elsewhere("", file),
  },
  "GET /dictionaries/{id}/imports/{importId}": {
    may: writers,
    send: onImport(),
    elsewhere: elsewhere("/1"),
  },
  "DELETE /dictionaries/{id}/imports/{importId}": {
    may: writers,
    send: onImport(),
    elsewhere: elsewhere("/1"),
  },
  "GET /dictionaries/{id}/imports/{importId}/rows": {
    may: writers,
    send: onImport("/rows"),
    elsewhere: elsewhere("/1/rows"),
  },
  "GET /dictionaries/{id}/imports/{importId}/errors": {
    may: writers,
    send: onImport("/errors"),
    elsewhere: elsewhere("/1/errors"),
  },
  "POST /dictionaries/{id}/imports/{importId}/commit": {
    may: writers,
    send: onImport("/commit", written(commit)),
    logged: async ({ api, own, people }) => {
      const dictionaryId = await aDictionary(api, own);
      const client = api.as(people.organizationAdmin);
      const { importId } = importOf(await upload(client, dictionaryId, ownCsv([ROW])));
      return { url: importsUrl(dictionaryId, `/${importId}/commit`), ...written(commit) };
    },
    elsewhere: elsewhere("/1/commit", commit),
  },
  "POST /dictionaries/{id}/imports/{importId}/revert": {
    may: writers,
    send: onImport("/revert", written({}), true),
    elsewhere: elsewhere("/1/revert", {}),
  },
};

const at = new Date("2026-01-01T00:00:00Z");
const own = { organization_id: 1, dictionary_id: 31 };
const made = {
  ...own,
  file_name: "単語.csv",
  format: "csv",
  encoding: "utf-8",
  ignored_columns: [],
  created_by: "member",
  created_at: at,
};
const committed = { committed_at: at, mode: "add", result: "{}" };
const values = {
  surface: "単語",
  reading: "たんご",
  part_of_speech: "名詞",
  weight: 2,
  note: "",
  enabled: true,
  surface_key: "単語",
  reading_key: "たんご",
};
const refused = {
  reason: "誤り",
  ...Object.fromEntries(Object.keys(values).map((column) => [column, null])),
};
const act = {
  action: "DELETE",
  ...Object.fromEntries(
    ["file_name", "format", "encoding", "ignored_columns"].map((column) => [column, null]),
  ),
};
const noImport = { refuses: [{ import_id: 99 }, { dictionary_id: 32 }], cascades: true } as const;

export const tableRows: Readonly<Record<string, TableRow>> = {
  dictionary_imports: {
    stored: [{ import_id: 81, ...made }],
    another: { import_id: 82, ...made },
    optional: [
      "action",
      "committed_at",
      "encoding",
      "file_name",
      "format",
      "ignored_columns",
      "mode",
      "recognised_encoding",
      "recognised_format",
      "result",
      "reverted_at",
      "warning",
    ],
    constraints: {
      dictionary_imports_pkey: { refuses: [{ import_id: 81 }] },
      dictionary_imports_organization_id_dictionary_id_fkey: {
        refuses: [{ dictionary_id: 99 }, { organization_id: 2, dictionary_id: 32 }],
        cascades: true,
      },
      dictionary_imports_created_by_fkey: { refuses: [{ created_by: "nobody" }] },
      dictionary_imports_committed: {
        refuses: [{ committed_at: at }, { ...committed, mode: null }],
        allows: [committed],
      },
      dictionary_imports_act: {
        refuses: [{ action: "DELETE" }, { file_name: null }, { ...act, ...committed }],
        allows: [act],
      },
      dictionary_imports_reverted: {
        refuses: [{ reverted_at: at }],
        allows: [{ ...committed, reverted_at: at }],
      },
    },
  },
  dictionary_import_rows: {
    stored: [{ ...own, import_id: 81, row_no: 1, line: 2, ...values }],
    another: { ...own, import_id: 81, row_no: 2, line: 3, ...values },
    optional: ["cells", "first_line", "raw", "reason", ...Object.keys(values)].sort(),
    constraints: {
      dictionary_import_rows_pkey: { refuses: [{ row_no: 1 }] },
      dictionary_import_rows_entry: {
        refuses: [{ reason: "誤り", raw: "" }, { surface: null }, { reading_key: null }],
        allows: [
          { note: null, weight: null },
          { ...refused, cells: "{}" },
        ],
      },
      dictionary_import_rows_error: {
        refuses: [refused, { ...refused, cells: "{}", raw: "" }, { raw: "" }, { cells: "{}" }],
        allows: [{ ...refused, raw: "" }],
      },
    },
  },
  dictionary_import_changes: {
    stored: [{ ...own, import_id: 81, entry_id: 71, row_no: 1 }],
    another: { ...own, import_id: 81, entry_id: 72, row_no: 1 },
    optional: ["before", "row_no", "version"],
    constraints: {
      dictionary_import_changes_pkey: { refuses: [{ entry_id: 71 }] },
      dictionary_import_changes_import: noImport,
      dictionary_import_changes_kind: {
        refuses: [{ row_no: null }],
        allows: [{ row_no: null, before: "{}" }, { before: "{}" }],
      },
    },
  },
};
