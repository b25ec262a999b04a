import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useCanAccess } from "react-admin";
import { PREVIEW_LENGTH } from "../../../../domain/preview/rules.ts";
import { previewSentences } from "../../../../domain/preview/sentences.ts";
import { PageBanner } from "../../../components/display/PageBanner.tsx";
import { PageTitle } from "../../../components/display/PageTitle.tsx";
import { lazyDialog } from "../../../components/load/lazyScreen.tsx";
import { useTranslate } from "../../../i18n/translate.ts";
import { useApi } from "../../../providers/data/useApi.ts";
import { messageFor } from "../../../providers/problems/errorMessage.ts";
import { LIST } from "../listLink.ts";
import { PreviewForm } from "./PreviewForm.tsx";
import { PreviewReport } from "./PreviewReport.tsx";
import type { Passage } from "./passage.ts";
import styles from "./preview.module.css";
import { type CheckedText, proposedReading, suggestedDictionary } from "./previewMatches.ts";

const AddEntry = lazyDialog(async () => (await import("./AddEntry.tsx")).AddEntry);

const WRITE = { resource: "dictionaries", action: "create" };

/** The last result, for the way back from an entry. It is lost with the page. */
const KEPT = ["dictionaries", "preview"];

/** /dictionaries/preview: which entries of the dictionaries a text meets. */
export function PreviewPage() {
  const translate = useTranslate();
  const queryClient = useQueryClient();
  const { api } = useApi();
  const [checked, setChecked] = useState(() => queryClient.getQueryData<CheckedText>(KEPT));
  const [withinWords, setWithinWords] = useState(checked?.withinWords ?? false);
  const [pending, setPending] = useState(false);
  const [error, setError] = useState("");
  /** Why the last check has no result. */
  const [failure, setFailure] = useState("");
  const [adding, setAdding] = useState<{ of: CheckedText; passage: Passage }>();
  const { canAccess } = useCanAccess(WRITE);

  async function check(text: string, within = withinWords) {
    const problem = problemOf(text);
    setError(problem ?? "");
    if (problem !== undefined || pending) return;
    setPending(true);
    setFailure("");
    try {
      const result = await api("POST /dictionaries/preview", {
        body: { text, withinWords: within },
      });
      const next = { text, withinWords: within, ...result };
      queryClient.setQueryData(KEPT, next);
      setChecked(next);
    } catch (problem) {
      setFailure(messageFor(problem));
    } finally {
      setPending(false);
    }
  }

  function addFrom(text: string, passage: Passage) {
    const isChecked = checked?.text === text;
    const unchecked = { text, withinWords, matches: [], truncated: false };
    setAdding({ of: isChecked ? checked : unchecked, passage });
  }

  function lookWithinWords(within: boolean) {
    setWithinWords(within);
    if (checked) void check(checked.text, within);
  }

  function problemOf(text: string): string | undefined {
    if (text.trim() === "") return translate("resources.preview.required");
    return [...text].length > PREVIEW_LENGTH ? previewSentences.tooLong : undefined;
  }

  return (
    <div className={styles.page}>
      <PageTitle title="resources.preview.name" back={LIST} />
      <PreviewForm
        initial={checked?.text ?? ""}
        withinWords={withinWords}
        pending={pending}
        error={error}
        onCheck={(text) => void check(text)}
        onWithinWords={lookWithinWords}
        onAdd={canAccess ? addFrom : undefined}
      />
      {failure ? (
        <PageBanner
          urgent
          sentences={checked ? [failure, translate("resources.preview.before")] : [failure]}
        />
      ) : null}
      {checked ? (
        <PreviewReport
          checked={checked}
          onAdd={canAccess ? (passage) => setAdding({ of: checked, passage }) : undefined}
        />
      ) : null}
      {adding ? (
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
