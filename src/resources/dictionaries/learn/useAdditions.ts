import { useState } from "react";
import type { EntryBatch, EntryCreate } from "../../../../domain/entries/schemas.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import type { ComboboxOption } from "../../../components/form/useOptions.ts";
import { learnPage } from "../../../i18n/ja/learnPage.ts";
import { useApi } from "../../../providers/data/useApi.ts";
import { useSubmit } from "../../../writes/useSubmit.ts";
import { useWriter } from "../../../writes/useWrite.ts";

const text = learnPage.add;

interface Addition {
  dictionaryId: number;
  entries: readonly { entryId: number; version: number; surface: string }[];
}

/** Adds words to a dictionary at once, all or none, and takes back the last addition. */
export function useAdditions() {
  const { api } = useApi();
  const send = useWriter("POST /dictionaries/{id}/entries/batch");
  const { pending, problem, submit } = useSubmit();
  const [done, setDone] = useState<readonly Addition[]>([]);
  const [sent, setSent] = useState<readonly EntryCreate[]>([]);
  const [said, setSaid] = useState("");
  const last = done.at(-1);

  /** With this tab's lock, or with the version of an unlocked dictionary. */
  async function write(id: number, body: EntryBatch) {
    const { version } = await api("GET /dictionaries/{id}", { id });
    return send({ id, body, ifMatch: version }, { lock: { resource: "dictionaries", id } });
  }

  /** True if all were added. */
  async function add({ id, name }: ComboboxOption, create: EntryCreate[]): Promise<boolean> {
    setSent(create);
    const dictionaryId = Number(id);
    const { result } = await submit(() => write(dictionaryId, { create }));
    if (!result) return false;
    setDone([...done, { dictionaryId, entries: result.created }]);
    setSaid(text.done(formatNumber(result.created.length), name));
    return true;
  }

  async function undo(): Promise<void> {
    if (!last) return;
    const refs = last.entries.map(({ entryId, version }) => ({ entryId, version }));
    const { result } = await submit(() => write(last.dictionaryId, { delete: refs }));
    if (!result) return;
    setDone(done.slice(0, -1));
    setSaid(text.undone(formatNumber(refs.length)));
  }

  const added = new Set(done.flatMap(({ entries }) => entries.map(({ surface }) => surface)));
  return {
    added,
    last,
    said,
    pending,
    problem,
    errors: errorsOf(sent, problem?.fields),
    add,
    undo,
  };
}

/** The sentences of a refused batch, by surface: they are named as `create.3.reading`. */
function errorsOf(
  sent: readonly EntryCreate[],
  fields: Readonly<Record<string, string>> = {},
): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(fields).flatMap(([path, sentence]): [string, string][] => {
      const place = /^create\.(\d+)\./u.exec(path)?.[1];
      const entry = place === undefined ? undefined : sent[Number(place)];
      return entry ? [[entry.surface, sentence]] : [];
    }),
  );
}
