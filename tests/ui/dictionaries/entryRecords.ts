import { entrySentences } from "../../../domain/entries/rules.ts";
import type { Entry } from "../../../domain/entries/schemas.ts";
import { conflict, notFound, staleVersion } from "../../../server/problem.ts";
import { doubles } from "../../support/apiDouble.ts";
import { changed, found, paged } from "../../support/doubleAnswer.ts";
import { actsOn } from "./entryActs.ts";

const api = doubles.staff;
const at = "2026-04-02T00:05:00.000Z";

export function anEntry(given: Partial<Entry> = {}): Entry {
  return {
    entryId: 1,
    dictionaryId: 1,
    surface: "心電図",
    reading: "しんでんず",
    partOfSpeech: "名詞",
    weight: 2,
    note: "",
    enabled: true,
    version: 1,
    createdAt: at,
    updatedAt: at,
    mergedInto: null,
    warnings: [],
    ...given,
  };
}

/** The API with these entries of dictionary 1; batches change them as the server does. */
export function entriesAre(initial: readonly Entry[]) {
  let entries = [...initial];
  let given = Math.max(0, ...entries.map(({ entryId }) => entryId));
  let batches = 0;
  let pause: { at: number; until: Promise<void> } | undefined;
  const byId = (id: number) => found(entries.find(({ entryId }) => entryId === id));
  const put = (entry: Entry) => {
    entries = entries.map((each) => (each.entryId === entry.entryId ? entry : each));
    return entry;
  };

  api.answer("GET /dictionaries/{id}/entries", (asked) => {
    const { q, enabled, partOfSpeech, warning } = asked.query;
    const wanted = entries.filter(
      (each) =>
        (!q || each.surface.includes(q) || each.reading.includes(q)) &&
        (!enabled || String(each.enabled) === enabled) &&
        (!partOfSpeech || each.partOfSpeech === partOfSpeech) &&
        (!warning || each.warnings.length > 0),
    );
    // The server counts transcripts only where it is asked to.
    const shown = asked.query.reflection
      ? wanted
      : wanted.map(({ reflection: _, ...entry }) => entry);
    return paged(shown)(asked);
  });
  api.answer("POST /dictionaries/{id}/entries/batch", async ({ body }) => {
    batches += 1;
    if (pause?.at === batches) await pause.until;
    const { create = [], update = [], delete: remove = [] } = body;
    const errors = create.flatMap(({ surface, reading }, n) =>
      entries.some((each) => each.surface === surface && each.reading === reading)
        ? [[`create.${n}.surface`, entrySentences.duplicate]]
        : [],
    );
    if (errors.length > 0) {
      throw conflict("DUPLICATE", {
        message: entrySentences.duplicate,
        errors: Object.fromEntries(errors),
      });
    }
    const missing = Object.entries({ update, delete: remove }).flatMap(([operation, targets]) =>
      targets.flatMap(({ entryId }, n) =>
        entries.some((each) => each.entryId === entryId)
          ? []
          : [[`${operation}.${n}.entryId`, entrySentences.deleted]],
      ),
    );
    if (missing.length > 0) throw notFound({ errors: Object.fromEntries(missing) });
    for (const { entryId, version } of [...update, ...remove]) {
      const current = byId(entryId);
      if (version !== undefined && version !== current.version) {
        throw staleVersion(current, { name: "鈴木 一郎", at: "2026-11-20T01:15:30.000Z" });
      }
    }
    const deleted = remove.map(({ entryId }) => byId(entryId));
    entries = entries.filter((each) => !deleted.includes(each));
    const updated = update.map(({ entryId, version: _, note, ...changes }) =>
      put(
        changed(byId(entryId), { ...changes, ...(note === undefined ? {} : { note: note ?? "" }) }),
      ),
    );
    const created = create.map((values) => {
      given += 1;
      const { partOfSpeech = "名詞", weight = 2, note = "", enabled = true } = values;
      return anEntry({ ...values, entryId: given, partOfSpeech, weight, note, enabled });
    });
    entries = [...entries, ...created];
    return { created, updated, deleted };
  });
  const acts = actsOn({
    all: () => entries,
    become: (next) => {
      entries = [...next];
    },
  });
  const paused = async () => {
    batches += 1;
    if (pause?.at === batches) await pause.until;
  };
  api.answer("GET /dictionaries/{id}/entries/range", ({ query: { from, to, q } }) => ({
    content: entries
      .filter((each) => !q || each.surface.includes(q) || each.reading.includes(q))
      .slice(Number(from), Number(to) + 1)
      .map(({ warnings: _, reflection: __, ...values }) => values),
  }));
  api.answer("POST /dictionaries/{id}/entries/bulk", async ({ body }) => {
    await paused();
    return acts.bulk(body);
  });
  api.answer("POST /dictionaries/{id}/entries/bulk/{actId}/undo", async ({ params, body }) => {
    await paused();
    return acts.undo(Number(params.actId), body);
  });
  return {
    all: () => entries,
    change: (id: number, changes: Partial<Entry>) => put(changed(byId(id), changes)),
    /** Transcripts are made with an entry, which stays as it is. */
    use: (entryId: number, reflection: Entry["reflection"]) =>
      put({ ...byId(entryId), reflection }),
    remove: (id: number) => {
      entries = entries.filter(({ entryId }) => entryId !== id);
    },
    /** Holds a write of many entries, the first being 1, until the returned function is called. */
    pauseAt: (at: number) => {
      let go = () => {};
      const until = new Promise<void>((resolve) => {
        go = resolve;
      });
      pause = { at, until };
      return go;
    },
    add: (entry: Entry) => {
      entries = [...entries, entry];
    },
  };
}
