import { useQuery } from "@tanstack/react-query";
import { LinkBase } from "react-admin";
import { resourceTopic } from "../../../../domain/events.ts";
import { formatRecent } from "../../../../domain/text/dates.ts";
import { VOCABULARY_ENGINES } from "../../../../domain/vocabulary/rules.ts";
import type { DictionaryReflection as Reflection } from "../../../../domain/vocabulary/schemas.ts";
import { FailedPart, LoadingState } from "../../../components/display/LoadError.tsx";
import { Section } from "../../../components/display/Section.tsx";
import { fitness } from "../../../i18n/ja/fitness.ts";
import { dictionaries } from "../../../i18n/ja/resources/dictionaries.ts";
import { useApi } from "../../../providers/data/useApi.ts";
import { useLiveReads } from "../../../providers/live/useLiveReads.ts";
import type { DictionaryRecord } from "../../records.ts";
import { dictionaryPath } from "../paths.ts";
import { PendingChip } from "../ReflectionState.tsx";
import { useWorkspaces } from "../WorkspaceNames.tsx";
import styles from "./reflection.module.css";

/** What each engine has of the words of a dictionary (docs/product/vocabulary.md#reflection). */
export function DictionaryReflection({ dictionary }: { dictionary: DictionaryRecord }) {
  const { dictionaryId } = dictionary;
  const { api } = useApi();
  const text = dictionaries.reflection;
  // Below dictionaries, whose changes change it too.
  const resource = `dictionaries/${dictionaryId}/reflection`;
  useLiveReads(resourceTopic("reflection"), resource);
  const { data, error } = useQuery({
    queryKey: [resource],
    queryFn: ({ signal }) => api("GET /dictionaries/{id}/reflection", { id: dictionaryId, signal }),
  });
  return (
    <Section title={dictionaries.reflection.title}>
      {data?.fetches.length === 0 ? <p className="quiet">{text.none}</p> : null}
      {data?.fetches.length ? (
        <>
          <Fetches fetches={data.fetches} />
          <Limits dictionaryId={dictionaryId} />
        </>
      ) : null}
      {error && !data ? <FailedPart error={error} /> : null}
      {data || error ? null : <LoadingState />}
    </Section>
  );
}

/** What an engine has fetched, it need not take: the list of Whisper has a few words. */
function Limits({ dictionaryId }: { dictionaryId: number }) {
  return (
    <p className="wrap gap-0-12 note above-8">
      {dictionaries.reflection.limits}
      <LinkBase to={dictionaryPath(dictionaryId, "fitness")}>{fitness.title}</LinkBase>
    </p>
  );
}

type Fetch = Reflection["fetches"][number];

/** Rows stay where they are when an engine fetches again. */
function byEngine(one: Fetch, other: Fetch): number {
  return (
    VOCABULARY_ENGINES.indexOf(one.engine) - VOCABULARY_ENGINES.indexOf(other.engine) ||
    one.keyName.localeCompare(other.keyName, "ja") ||
    (one.workspaceId ?? 0) - (other.workspaceId ?? 0)
  );
}

function Fetches({ fetches }: { fetches: readonly Fetch[] }) {
  return (
    <ul className={`grid body-text ${styles.fetches}`}>
      {fetches.toSorted(byEngine).map((fetch) => (
        <FetchRow
          key={`${fetch.engine} ${fetch.workspaceId} ${fetch.keyName} ${fetch.fetchedAt}`}
          fetch={fetch}
        />
      ))}
    </ul>
  );
}

function FetchRow({ fetch }: { fetch: Fetch }) {
  const { engine, keyName, revoked, workspaceId, revision, fetchedAt, pending } = fetch;
  const at = formatRecent(fetchedAt);
  return (
    <li>
      <strong>{dictionaries.engines[engine]}</strong>
      <span className={`wrap gap-0-16 quiet ${styles.key}`}>
        <span>{revoked ? dictionaries.reflection.revokedKey(keyName) : keyName}</span>
        {workspaceId === null ? (
          <span>{dictionaries.reflection.allWorkspaces}</span>
        ) : (
          <WorkspaceOf workspaceId={workspaceId} />
        )}
      </span>
      <span className={`numeric ${styles.at}`}>
        {pending === 0
          ? dictionaries.reflection.latest(at)
          : dictionaries.reflection.earlier(revision, at)}
      </span>
      {pending > 0 && !revoked ? <PendingChip count={pending} /> : null}
    </li>
  );
}

function WorkspaceOf({ workspaceId }: { workspaceId: number }) {
  const { data, isPending } = useWorkspaces();
  const known = data?.find((each) => each.workspaceId === workspaceId);
  // Without the name until it is loaded, so that the row keeps its height.
  const name = known?.workspaceName ?? (isPending ? "" : dictionaries.workspaces.unseenName);
  return <span>{dictionaries.reflection.workspace(name)}</span>;
}
