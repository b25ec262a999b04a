import Button from "@mui/material/Button";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useNotify } from "react-admin";
import { can } from "../../../../domain/access.ts";
import { HEALTH_KINDS } from "../../../../domain/health/rules.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { DetailPage } from "../../../components/display/DetailPage.tsx";
import { LoadError } from "../../../components/display/LoadError.tsx";
import { LoadingState } from "../../../components/display/LoadingState.tsx";
import { PageBanner } from "../../../components/display/PageBanner.tsx";
import { health as text } from "../../../i18n/ja/health.ts";
import { readsOf } from "../../../providers/data/readsOf.ts";
import { useApi } from "../../../providers/data/useApi.ts";
import { messageFor } from "../../../providers/problems/errorMessage.ts";
import { useUserProfile } from "../../../providers/signIn/userProfile.ts";
import { useSubmit } from "../../../writes/useSubmit.ts";
import { HealthSummary } from "./HealthSummary.tsx";
import styles from "./health.module.css";
import { KindSection } from "./KindSection.tsx";
import { type Act, type Done, useHealthWrites } from "./useHealthWrites.ts";

/** The health of the words of a dictionary, or of all: a leading figure, what lowers it, and the sets. */
export function HealthCheck({ dictionaryId }: { dictionaryId?: number }) {
  const { api } = useApi();
  const queryClient = useQueryClient();
  const mayWrite = can(useUserProfile(), "dictionary.write");
  const [done, setDone] = useState<Done>();
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const summary = useRef<HTMLDivElement>(null);
  const { data, error } = useQuery({
    queryKey: ["dictionaries", "health", dictionaryId ?? "all"],
    queryFn: ({ signal }) =>
      dictionaryId === undefined
        ? api("GET /health/words", { signal })
        : api("GET /dictionaries/{id}/health", { id: dictionaryId, signal }),
    placeholderData: keepPreviousData,
  });

  if (!data) {
    return error ? (
      <LoadError error={error} />
    ) : (
      <>
        <LoadingState />
        <p className={styles.wait}>{text.loading}</p>
      </>
    );
  }

  async function changed(what: Done | undefined) {
    setDone(what);
    await queryClient.invalidateQueries(readsOf("dictionaries"));
  }

  return (
    <DetailPage>
      <div ref={summary} tabIndex={-1}>
        <HealthSummary report={data} />
      </div>
      {done ? (
        <DoneBanner
          done={done}
          focusTo={summary}
          onUndone={(left) => void changed(left.length > 0 ? { ...done, acts: left } : undefined)}
        />
      ) : null}
      {hidden.size > 0 ? (
        <PageBanner
          tone="info"
          focusTo={summary}
          sentences={[text.hidden(formatNumber(hidden.size))]}
          actions={
            <Button variant="outlined" color="secondary" onClick={() => setHidden(new Set())}>
              {text.showHidden}
            </Button>
          }
        />
      ) : null}
      {HEALTH_KINDS.map((kind) => (
        <KindSection
          key={kind}
          kind={kind}
          report={data}
          hidden={hidden}
          mayWrite={mayWrite}
          namesDictionaries={dictionaryId === undefined}
          onDone={changed}
          onLater={(key) => setHidden(new Set([...hidden, key]))}
        />
      ))}
    </DetailPage>
  );
}

interface DoneBannerProps {
  done: Done;
  focusTo: React.RefObject<HTMLDivElement | null>;
  /** With the acts that could not be undone. */
  onUndone: (left: readonly Act[]) => void;
}

function DoneBanner({ done: { sentences, acts }, focusTo, onUndone }: DoneBannerProps) {
  const notify = useNotify();
  const { undo } = useHealthWrites();
  const { pending, submit } = useSubmit();
  const takeBack = () =>
    submit(async () => {
      const { left, error } = await undo(acts);
      if (left.length > 0) notify(messageFor(error), { type: "error" });
      else notify(text.undone, { type: "success" });
      if (left.length < acts.length) onUndone(left);
    });
  return (
    <PageBanner
      tone="info"
      focusTo={focusTo}
      sentences={sentences}
      actions={
        acts.length === 0 ? null : (
          <Button variant="outlined" disabled={pending} onClick={() => void takeBack()}>
            {text.undo}
          </Button>
        )
      }
    />
  );
}
