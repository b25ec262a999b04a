import Button from "@mui/material/Button";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { LinkBase } from "react-admin";
import { PageBanner } from "../../../components/display/PageBanner.tsx";
import { PageTitle } from "../../../components/display/PageTitle.tsx";
import { useReservedSpace } from "../../../components/display/useReservedSpace.ts";
import { lazyDialog } from "../../../components/load/lazyScreen.tsx";
import { previewPage } from "../../../i18n/ja/previewPage.ts";
import { preview } from "../../../i18n/ja/resources/preview.ts";
import { useApi } from "../../../providers/data/useApi.ts";
import { messageFor } from "../../../providers/problems/errorMessage.ts";
import { useTabWorkspace } from "../../../providers/signIn/tabWorkspace.ts";
import { LEARN, LIST } from "../paths.ts";
import { PreviewForm } from "./PreviewForm.tsx";
import { PreviewReport } from "./PreviewReport.tsx";
import styles from "./preview.module.css";
import {
  type CheckedText,
  KEPT,
  type Passage,
  proposedReading,
  suggestedDictionary,
} from "./previewMatches.ts";

const text = previewPage.workspace;

const ProposeWord = lazyDialog(
  async () => (await import("../../../components/proposals/ProposeWord.tsx")).ProposeWord,
);
const AddEntry = lazyDialog(async () => (await import("./AddEntry.tsx")).AddEntry);

const WRITE = { resource: "dictionaries", action: "create" } as const;

interface Question {
  text: string;
  withinWords: boolean;
  /** Undefined for the dictionaries of all workspaces. */
  workspaceId: number | undefined;
}

/** /dictionaries/preview: which entries of the chosen workspace's dictionaries a text meets. */
export function PreviewPage() {
  const queryClient = useQueryClient();
  const { api } = useApi();
  const [checked, setChecked] = useState(() => queryClient.getQueryData<CheckedText>(KEPT));
  const [withinWords, setWithinWords] = useState(checked?.withinWords ?? false);
  const [pending, setPending] = useState(false);
  /** Why the last check has no result. */
  const [failure, setFailure] = useState("");
  const [adding, setAdding] = useState<{ of: CheckedText; passage: Passage }>();
  const { isRefused, isPending, reserved } = useReservedSpace(WRITE);
  // Those who may not write propose.
  const canPropose = isRefused;
  const workspaceId = useTabWorkspace()?.workspaceId;
  const asked = useRef<Question | undefined>(checked);

  async function check(text: string, within = withinWords) {
    if (!pending) await ask({ text, withinWords: within, workspaceId });
  }

  /** Shows the answer to the last question alone. */
  async function ask({ text, withinWords, workspaceId }: Question) {
    const question = { text, withinWords, workspaceId };
    asked.current = question;
    const isLast = () => asked.current === question;
    setPending(true);
    setFailure("");
    try {
      const result = await api("POST /dictionaries/preview", { body: question });
      if (!isLast()) return;
      const next = { ...question, ...result };
      queryClient.setQueryData(KEPT, next);
      setChecked(next);
    } catch (problem) {
      if (isLast()) setFailure(messageFor(problem));
    } finally {
      if (isLast()) setPending(false);
    }
  }

  const askAgain = useEffectEvent(() => {
    const last = asked.current;
    if (last && last.workspaceId !== workspaceId) void ask({ ...last, workspaceId });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: it says when to ask, not what
  useEffect(() => askAgain(), [workspaceId]);

  function addFrom(text: string, passage: Passage) {
    const isChecked = checked?.text === text;
    const unchecked = { text, withinWords, workspaceId, matches: [], truncated: false };
    setAdding({ of: isChecked ? checked : unchecked, passage });
  }

  /** A passage that is selected in the box, as the keyboard can, can be added, or proposed. */
  function actionFor(text: string, passage: Passage | undefined) {
    return (
      <Button
        variant="outlined"
        {...reserved}
        disabled={!passage}
        onClick={() => passage && addFrom(text, passage)}
      >
        {canPropose ? previewPage.propose.selected : previewPage.add.selected}
      </Button>
    );
  }

  function lookWithinWords(within: boolean) {
    setWithinWords(within);
    if (checked) void check(checked.text, within);
  }

  return (
    <div className="stack gap-16">
      <PageTitle
        title={preview.name}
        back={LIST}
        actions={
          <Button variant="outlined" component={LinkBase} to={LEARN}>
            {preview.learn}
          </Button>
        }
      />
      <PreviewedWorkspace />
      <PreviewForm
        initial={checked?.text ?? ""}
        withinWords={withinWords}
        pending={pending}
        onCheck={(text) => void check(text)}
        onInvalid={() => setFailure("")}
        onWithinWords={lookWithinWords}
        sample={previewPage.sample.text}
        actionFor={actionFor}
      />
      {failure ? (
        <PageBanner urgent sentences={checked ? [failure, previewPage.before] : [failure]} />
      ) : null}
      {checked ? (
        <PreviewReport
          checked={checked}
          action={canPropose ? previewPage.propose.open : previewPage.add.open}
          onAdd={isPending ? undefined : (passage) => setAdding({ of: checked, passage })}
        />
      ) : null}
      {adding && canPropose ? (
        <ProposeWord
          surface={adding.passage.surface}
          reading={proposedReading(adding.of, adding.passage)}
          suggested={suggestedDictionary(checked?.matches ?? [])}
          onClose={() => setAdding(undefined)}
        />
      ) : null}
      {adding && !canPropose ? (
        <AddEntry
          surface={adding.passage.surface}
          reading={proposedReading(adding.of, adding.passage)}
          suggested={suggestedDictionary(checked?.matches ?? [])}
          onAdded={() => void check(adding.of.text)}
          onClose={() => setAdding(undefined)}
        />
      ) : null}
    </div>
  );
}

/** Whose dictionaries are looked through: the workspace that is chosen in the header, or all. */
function PreviewedWorkspace() {
  const name = useTabWorkspace()?.workspaceName;
  return (
    <p className={`quiet ${styles.workspace}`} aria-live="polite">
      {name ? text.one(name) : text.all}
    </p>
  );
}
