import Button from "@mui/material/Button";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useNotify } from "react-admin";
import { formatDateTime } from "../../../domain/text/dates.ts";
import type { SignIn } from "../../../domain/users/session.ts";
import { ConfirmDialog } from "../../components/dialog/ConfirmDialog.tsx";
import { LoadError, useReadAgain } from "../../components/display/LoadError.tsx";
import { StatusChip } from "../../components/display/StatusChip.tsx";
import { ownSignIns as text } from "../../i18n/ja/ownSettings.ts";
import type { ApiAnswer } from "../../providers/data/api.ts";
import { useApi } from "../../providers/data/useApi.ts";
import { isMissing } from "../../providers/problems/answerStatus.ts";
import { ProblemText } from "../../writes/ProblemText.tsx";
import { useSubmit } from "../../writes/useSubmit.ts";
import { useWrite, useWriter } from "../../writes/useWrite.ts";
import styles from "./personalSettings.module.css";

const SIZE = 50;
const KEY = ["sessions"] as const;

/** The latest sign-ins of the signed-in person, latest use first. */
function useOwnSignIns() {
  const { api } = useApi();
  const queryClient = useQueryClient();
  const { data, error } = useQuery({
    queryKey: KEY,
    queryFn: () => api("GET /sessions", { query: { size: SIZE } }),
    // A new password ends the others while the list is not shown.
    gcTime: 0,
  });

  return {
    signIns: data?.content,
    total: data?.totalElements ?? 0,
    error,
    /** Takes ended sign-ins off the list at once, and reads it again. */
    takeOff: (isEnded: (signIn: SignIn) => boolean) => {
      queryClient.setQueryData<ApiAnswer<"GET /sessions">>(KEY, (page) => {
        if (!page) return page;
        const content = page.content.filter((signIn) => !isEnded(signIn));
        const ended = page.content.length - content.length;
        return { ...page, content, totalElements: page.totalElements - ended };
      });
      void queryClient.invalidateQueries({ queryKey: KEY });
    },
  };
}

/** How many show at first, so that the button for all others is in sight. */
const FIRST = 5;
const MOST_OF_USER_AGENT = 40;

/** Where the signed-in person is signed in; ends one of these sign-ins, or all others. */
export function OwnSignIns() {
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLUListElement>(null);
  /** The row that gets the focus once the rows have changed; without rows, the title. */
  const nextFocus = useRef<number>(undefined);
  const notify = useNotify();
  const readAgain = useReadAgain();
  const [showsAll, setShowsAll] = useState(false);
  const { signIns, total, error, takeOff } = useOwnSignIns();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows depend on both
  useEffect(() => {
    const index = nextFocus.current;
    if (index === undefined) return;
    nextFocus.current = undefined;
    const rows = [...(list.current?.querySelectorAll<HTMLElement>(":scope > li") ?? [])];
    (rows[index] ?? rows.at(-1) ?? title.current)?.focus();
  }, [signIns, showsAll]);

  function end(isEnded: (signIn: SignIn) => boolean, focus: number | undefined, notice: string) {
    nextFocus.current = focus;
    takeOff(isEnded);
    notify(notice, { type: "success" });
  }

  function again() {
    // Its button goes.
    title.current?.focus();
    readAgain();
  }

  const rows = showsAll ? signIns : signIns?.slice(0, FIRST);
  const hidden = (signIns?.length ?? 0) - (rows?.length ?? 0);
  const hasOthers = signIns?.some(({ isCurrent }) => !isCurrent) ?? false;
  return (
    <section
      className="grid gap-12 line-above justify-start above-16 pad-top-16"
      aria-labelledby={titleId}
    >
      <h3 ref={title} id={titleId} tabIndex={-1}>
        {text.title}
      </h3>
      {error ? (
        <div className="full">
          <LoadError error={error} onAgain={again} />
        </div>
      ) : null}
      {!rows ? (
        error ? null : (
          <p>{text.loading}</p>
        )
      ) : (
        <>
          <ul ref={list} className={`stack full ${styles.ownSignIns}`}>
            {rows.map((signIn, index) => (
              <SignInRow
                key={signIn.sessionId}
                signIn={signIn}
                onEnded={(hadFocus) =>
                  end(
                    ({ sessionId }) => sessionId === signIn.sessionId,
                    hadFocus ? index : undefined,
                    text.signedOut,
                  )
                }
              />
            ))}
          </ul>
          {hidden > 0 ? (
            <Button
              variant="text"
              onClick={() => {
                nextFocus.current = FIRST;
                setShowsAll(true);
              }}
            >
              {text.showMore(hidden)}
            </Button>
          ) : total > rows.length ? (
            <p className="note">{text.newest(rows.length)}</p>
          ) : null}
          {hasOthers ? (
            <>
              <p className="note">{text.hint}</p>
              <OtherSignIns
                onEnded={() => end(({ isCurrent }) => !isCurrent, 0, text.othersDone)}
              />
            </>
          ) : (
            <p>{text.onlyThis}</p>
          )}
        </>
      )}
    </section>
  );
}

function SignInRow({ signIn, onEnded }: { signIn: SignIn; onEnded: (hadFocus: boolean) => void }) {
  const { sessionId, isCurrent, lastSeenAt, signedInAt, address } = signIn;
  const device = deviceOf(signIn);
  const factsId = useId();
  const row = useRef<HTMLLIElement>(null);
  const end = useWriter("DELETE /sessions/{id}");
  const { submit, pending, problem } = useSubmit();

  async function signOut() {
    await submit(async () => {
      await end({ id: sessionId }).catch(ignoreMissing);
      onEnded(row.current?.contains(document.activeElement) ?? false);
    });
  }

  return (
    <li ref={row} tabIndex={-1}>
      <div className={`line spread gap-8-12 high-32 ${styles.head}`}>
        <strong className="shrink strong">{device}</strong>
        {isCurrent ? (
          <StatusChip tone="info" label={text.current} />
        ) : (
          <Button
            size="small"
            variant="outlined"
            color="error"
            aria-label={text.signOutOf(device)}
            aria-describedby={factsId}
            // Stays enabled while it works, so that it keeps the focus.
            onClick={() => void signOut()}
          >
            {pending ? text.signingOut : text.signOut}
          </Button>
        )}
      </div>
      <dl id={factsId} className={`gap-0-16 note numeric grid label-columns ${styles.facts}`}>
        <Fact name={text.lastSeenAt}>
          <time dateTime={lastSeenAt}>{formatDateTime(lastSeenAt)}</time>
        </Fact>
        <Fact name={text.signedInAt}>
          <time dateTime={signedInAt}>{formatDateTime(signedInAt)}</time>
        </Fact>
        {address ? <Fact name={text.address}>{address}</Fact> : null}
      </dl>
      <ProblemText problem={problem} />
    </li>
  );
}

/** A sign-in that has ended elsewhere is what was wanted. */
function ignoreMissing(error: unknown): void {
  if (!isMissing(error)) throw error;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** The browser with its system; if neither is known, how the user agent begins. */
function deviceOf({ browser, system, userAgent }: SignIn): string {
  if (browser && system) return text.device(browser, system);
  return browser ?? system ?? (beginningOf(userAgent.trim()) || text.unknownDevice);
}

function beginningOf(userAgent: string): string {
  const letters = [...userAgent];
  if (letters.length <= MOST_OF_USER_AGENT) return userAgent;
  return `${letters.slice(0, MOST_OF_USER_AGENT).join("")}…`;
}

/** Goes when no other is left, and its question with it. */
function OtherSignIns({ onEnded }: { onEnded: () => void }) {
  const [asking, setAsking] = useState(false);
  const { write, pending, problem } = useWrite("DELETE /sessions/others", {
    onWritten: onEnded,
  });
  return (
    <>
      <Button variant="outlined" color="error" onClick={() => setAsking(true)}>
        {text.others}
      </Button>
      <ConfirmDialog
        open={asking}
        title={text.othersTitle}
        confirmLabel={text.othersConfirm}
        onConfirm={() => void write({})}
        onClose={() => setAsking(false)}
        pending={pending}
      >
        <p>{text.othersQuestion}</p>
        <ProblemText problem={problem} />
      </ConfirmDialog>
    </>
  );
}
