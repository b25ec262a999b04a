import { useQuery } from "@tanstack/react-query";
import { type Identifier, LinkBase } from "react-admin";
import type { Dictionary } from "../../../domain/dictionaries/schemas.ts";
import { lockTopic, resourceTopic } from "../../../domain/events.ts";
import { formatNumber } from "../../../domain/text/numbers.ts";
import { StatusChip } from "../../components/display/StatusChip.tsx";
import { dictionaries } from "../../i18n/ja/resources/dictionaries.ts";
import { useApi } from "../../providers/data/useApi.ts";
import { useBundledReads, useLiveReads, useSubscribe } from "../../providers/live/useLiveReads.ts";

const text = dictionaries.reflection;

// Below dictionaries, whose changes change it too.
const RESOURCE = "dictionaries/reflection";

/** How far the words of all dictionaries have reached the engines. All rows share one request. */
function useReflection() {
  const { api } = useApi();
  return useQuery({
    queryKey: [RESOURCE],
    queryFn: ({ signal }) => api("GET /reflection", { signal }),
  });
}

export function useLiveReflection(): void {
  useLiveReads(resourceTopic("reflection"), RESOURCE);
}

interface ReflectionStateProps {
  dictionary: Dictionary;
  /** Where its text leads, such as to what each engine has. */
  to?: string;
}

/** Whether engines have fetched the words of a dictionary (docs/product/vocabulary.md#reflection). */
export function ReflectionState({ dictionary, to }: ReflectionStateProps) {
  const { dictionaryId, entryCount } = dictionary;
  const { data, error } = useReflection();
  const shown = shownState();
  if (to === undefined || !data || !shown) return shown;
  return (
    <LinkBase className="inline-line high-24" to={to}>
      {shown}
    </LinkBase>
  );

  function shownState() {
    const lacking = data?.dictionaries.find((each) => each.dictionaryId === dictionaryId);
    if (lacking?.pending) return <PendingChip count={lacking.pending} />;
    if (lacking) {
      return <span className="caption">{text.somePending(formatNumber(lacking.mostPending))}</span>;
    }
    if (entryCount === 0) return null;
    if (error && !data) return <span className="quiet">{text.failed}</span>;
    // A list says only what differs.
    if (to !== undefined) return null;
    if (data?.latest) return text.done;
    // While it loads, an empty element keeps its line in a card.
    return <span className="quiet">{data ? text.unknown : null}</span>;
  }
}

export function PendingChip({ count }: { count: number }) {
  return <StatusChip tone="info" label={text.pending(formatNumber(count))} />;
}

/** Reloads the shown dictionaries, or one of them, when they or their locks change. */
export function useLiveDictionaries(id?: Identifier): void {
  const readAgain = useBundledReads("dictionaries");
  useSubscribe(lockTopic("dictionaries", id), readAgain);
  useSubscribe(resourceTopic("dictionaries", id), readAgain);
}
