import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useGetOne } from "react-admin";
import { useSearchParams } from "react-router";
import { PageBanner } from "../../../components/display/PageBanner.tsx";
import { PageTitle } from "../../../components/display/PageTitle.tsx";
import { useReservedSpace } from "../../../components/display/useReservedSpace.ts";
import { learnPage } from "../../../i18n/ja/learnPage.ts";
import { preview } from "../../../i18n/ja/resources/preview.ts";
import { useApi } from "../../../providers/data/useApi.ts";
import { messageFor } from "../../../providers/problems/errorMessage.ts";
import { useTabWorkspace } from "../../../providers/signIn/tabWorkspace.ts";
import type { DictionaryRecord } from "../../records.ts";
import { OPENED_FROM, PREVIEW } from "../paths.ts";
import { CandidateList } from "./CandidateList.tsx";
import { LEARNT, type Learnt } from "./candidateState.ts";
import { LearnForm, type LearnTexts } from "./LearnForm.tsx";

const EMPTY: LearnTexts = { mode: "pair", before: "", after: "" };
const WRITE = { resource: "dictionaries", action: "create" } as const;

/** /dictionaries/learn: words for dictionaries from a transcript and its corrected text, or from one text. */
export function LearnPage() {
  const queryClient = useQueryClient();
  const { api } = useApi();
  const suggested = useSuggested();
  const { isRefused, isPending } = useReservedSpace(WRITE);
  const workspaceId = useTabWorkspace()?.workspaceId;
  const [learnt, setLearnt] = useState(() => queryClient.getQueryData<Learnt>(LEARNT));
  const [round, setRound] = useState(0);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState("");
  const running = useRef(false);

  function put(next: Learnt) {
    queryClient.setQueryData(LEARNT, next);
    setLearnt(next);
  }

  async function find(texts: LearnTexts) {
    if (running.current) return;
    running.current = true;
    setPending(true);
    setFailure("");
    const { mode, before, after } = texts;
    const body = { after, workspaceId, ...(mode === "pair" ? { before } : {}) };
    try {
      put({ texts, candidates: await api("POST /candidates", { body }), ignored: new Set() });
      setRound((last) => last + 1);
    } catch (problem) {
      setFailure(messageFor(problem));
    } finally {
      running.current = false;
      setPending(false);
    }
  }

  return (
    <div className="stack gap-16">
      <PageTitle title={preview.learn} back={PREVIEW} />
      <LearnForm
        initial={learnt?.texts ?? EMPTY}
        pending={pending}
        onFind={(texts) => void find(texts)}
      />
      {failure ? (
        <PageBanner urgent sentences={learnt ? [failure, learnPage.previous] : [failure]} />
      ) : null}
      {learnt ? (
        <CandidateList
          key={round}
          candidates={learnt.candidates}
          ignored={learnt.ignored}
          canAdd={!isRefused && !isPending}
          canPropose={isRefused}
          suggested={suggested}
          onIgnored={(ignored) => put({ ...learnt, ignored })}
        />
      ) : null}
    </div>
  );
}

const QUIET = { onError: () => {} };

/** The dictionary from which the page was opened. */
function useSuggested() {
  const [search] = useSearchParams();
  const id = Number(search.get(OPENED_FROM) ?? 0);
  const { data } = useGetOne<DictionaryRecord>(
    "dictionaries",
    { id },
    { ...QUIET, enabled: id > 0 },
  );
  return data ? { id: data.dictionaryId, name: data.dictionaryName } : undefined;
}
