import type { Dictionary } from "../../../domain/dictionaries/schemas.ts";
import { staleVersion } from "../../../server/problem.ts";
import { doubles } from "../../support/apiDouble.ts";
import { changed, found, paged } from "../../support/doubleAnswer.ts";
import { openStream } from "../../support/doubleStream.ts";
import { aDictionary, aWorkspace } from "../../support/records.ts";
import { locksOf } from "./lockRecords.ts";

const api = doubles.staff;

/** Those that the person sees. */
export const workspaces = ["営業部", "開発部", "広報部"].map((workspaceName, index) =>
  aWorkspace({ workspaceId: index + 1, workspaceName }),
);

/** The API with these dictionaries; writes change them, and `change` does so directly. */
export function dictionariesAre(...initial: readonly Dictionary[]) {
  let dictionaries = [...initial];
  const byId = (id: number) => found(dictionaries.find((each) => each.dictionaryId === id));
  const put = (record: Dictionary) => {
    dictionaries = dictionaries.map((each) =>
      each.dictionaryId === record.dictionaryId ? record : each,
    );
    return record;
  };
  const change = (id: number, changes: Partial<Dictionary>) => put({ ...byId(id), ...changes });
  const { holdsLock, ...locks } = locksOf({ byId, change });

  api.answer("GET /workspaces", paged(workspaces));
  api.answer("GET /dictionaries", (asked) => paged(dictionaries)(asked));
  api.answer("GET /proposals", paged([]));
  api.answer("GET /reflection", () => ({ revision: 0, latest: null, dictionaries: [] }));
  api.answer("GET /dictionaries/{id}/reflection", () => ({ revision: 0, fetches: [] }));
  api.answer("GET /dictionaries/{id}/entries", paged([]));
  api.answer("GET /dictionaries/{id}", ({ params }) => byId(params.id));
  api.answer("POST /dictionaries", ({ body }) => {
    const { description = "", workspaceIds = [], ...named } = body;
    const created = aDictionary({ dictionaryId: 99, ...named, description, workspaceIds });
    dictionaries = [...dictionaries, created];
    return created;
  });
  api.answer("PATCH /dictionaries/{id}", ({ params, headers, body }) => {
    const before = byId(params.id);
    holdsLock(params.id, headers);
    if (headers.get("If-Match") !== `"${before.version}"`) throw staleVersion(before);
    const { description = before.description, ...changes } = body;
    return put(changed({ ...before, description: description ?? "" }, changes));
  });
  api.answer("DELETE /dictionaries/{id}", ({ params }) => {
    const removed = byId(params.id);
    dictionaries = dictionaries.filter((each) => each !== removed);
    return removed;
  });
  return { change, ...locks, ...openStream(api) };
}
