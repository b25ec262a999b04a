import { useId } from "react";
import { LinkBase, useCreatePath, useGetList, useTranslate } from "react-admin";
import { formatNumber } from "../../domain/numbers.ts";
import { LoadingState } from "../components/display/LoadingState.tsx";
import { messageFor } from "../providers/errorMessage.ts";
import type { DictionaryRecord } from "../resources/dictionaries/dictionaryRecord.ts";
import { LockState } from "../resources/dictionaries/LockState.tsx";
import { useLiveDictionaries } from "../resources/dictionaries/useLiveDictionaries.ts";
import { FailedPart } from "./FailedPart.tsx";
import styles from "./home.module.css";

const filter = { locked: "true" };
const LOCKED_NOW = {
  filter,
  pagination: { page: 1, perPage: 10 },
  sort: { field: "dictionaryName", order: "ASC" },
} as const;

/** The dictionaries that are being edited, with holder and time. */
export function LockedDictionaries() {
  const translate = useTranslate();
  const createPath = useCreatePath();
  const titleId = useId();
  useLiveDictionaries();
  const { data, total = 0, error } = useGetList<DictionaryRecord>("dictionaries", LOCKED_NOW);
  const list = createPath({ resource: "dictionaries", type: "list" });
  return (
    <section className={styles.card} aria-labelledby={titleId}>
      <h2 id={titleId}>{translate("resources.dictionaries.home.title")}</h2>
      {data?.length === 0 ? <p>{translate("resources.dictionaries.home.none")}</p> : null}
      {data?.length ? (
        <>
          <ul className={styles.dictionaries}>
            {data.map((dictionary) => (
              <LockedDictionary key={dictionary.id} dictionary={dictionary} />
            ))}
          </ul>
          <LinkBase to={`${list}?filter=${encodeURIComponent(JSON.stringify(filter))}`}>
            {translate("resources.dictionaries.home.all", {
              total: formatNumber(total),
            })}
          </LinkBase>
        </>
      ) : null}
      {error ? <FailedPart text={messageFor(error)} /> : null}
      {data || error ? null : <LoadingState />}
    </section>
  );
}

function LockedDictionary({ dictionary }: { dictionary: DictionaryRecord }) {
  const createPath = useCreatePath();
  return (
    <li>
      <LinkBase to={createPath({ resource: "dictionaries", type: "show", id: dictionary.id })}>
        {dictionary.dictionaryName}
      </LinkBase>
      <LockState dictionary={dictionary} />
    </li>
  );
}
