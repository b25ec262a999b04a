import Button from "@mui/material/Button";
import { Suspense, useState } from "react";
import {
  LinkBase,
  ShowBase,
  useCreatePath,
  useGetRecordId,
  useNavigate,
  useShowContext,
} from "react-admin";
import { formatDateTime } from "../../../../domain/text/dates.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { History } from "../../../components/audit/History.tsx";
import { ActionButton } from "../../../components/display/ActionButton.tsx";
import { DetailColumns, DetailPage } from "../../../components/display/DetailPage.tsx";
import { Fact, Facts } from "../../../components/display/Facts.tsx";
import { PageError } from "../../../components/display/PageError.tsx";
import { PageSkeleton } from "../../../components/display/PageSkeleton.tsx";
import { RecordTitle } from "../../../components/display/RecordTitle.tsx";
import { Section } from "../../../components/display/Section.tsx";
import { useRoomForRight } from "../../../components/display/useRoomForRight.ts";
import { lazyDialog } from "../../../components/load/lazyScreen.tsx";
import { type KeyIn, useText, useTranslate } from "../../../i18n/translate.ts";
import { isGone } from "../../../providers/problems/answerStatus.ts";
import type { DictionaryRecord } from "../../records.ts";
import styles from "../dictionaries.module.css";
import { entriesPath } from "../entriesPath.ts";
import { holderTexts } from "../holder.ts";
import { ImportButton } from "../ImportButton.tsx";
import { LockState } from "../LockState.tsx";
import { LIST } from "../listLink.ts";
import { useLiveDictionaries } from "../useLiveDictionaries.ts";
import { seenAmong, useWorkspaces, WorkspaceNames } from "../WorkspaceNames.tsx";
import { DictionaryReflection } from "./DictionaryReflection.tsx";
import { LockNotice } from "./LockNotice.tsx";
import { useHolder } from "./useHolder.ts";

export function DictionaryShow() {
  useLiveDictionaries(useGetRecordId());
  return (
    <ShowBase
      loading={<PageSkeleton title="resources.dictionaries.name" />}
      queryOptions={QUERY_OPTIONS}
    >
      <DictionaryDetail />
    </ShowBase>
  );
}

// The page shows the error itself; react-admin would report any error as a missing record.
const QUERY_OPTIONS = { onError: () => {} };

function DictionaryDetail() {
  const { record: dictionary, error } = useShowContext<DictionaryRecord>();
  // If a reload fails, the shown data stays.
  if (!dictionary || isGone(error))
    return <PageError title="resources.dictionaries.detail.title" back={LIST} error={error} />;
  return (
    <DetailPage>
      <RecordTitle
        title="resources.dictionaries.detail.title"
        back={LIST}
        extra={<LockState dictionary={dictionary} />}
        actions={
          <>
            <EntriesButton dictionary={dictionary} />
            <ImportButton dictionaryId={dictionary.dictionaryId} />
            <ExportButton dictionary={dictionary} />
            <FitnessButton dictionary={dictionary} />
            <DictionaryActions dictionary={dictionary} />
          </>
        }
      />
      <LockNotice dictionary={dictionary} />
      <DetailColumns>
        <Section title="resources.dictionaries.detail.factsSection">
          <DictionaryFacts dictionary={dictionary} />
        </Section>
        <Section title="resources.dictionaries.detail.recordSection">
          <RecordFacts dictionary={dictionary} />
        </Section>
      </DetailColumns>
      <Section title="resources.dictionaries.reflection.title">
        <DictionaryReflection dictionaryId={dictionary.dictionaryId} />
      </Section>
      <DictionaryHistory dictionary={dictionary} />
    </DetailPage>
  );
}

/** With the names of its workspaces as they are now, which events add and remove. */
function DictionaryHistory({ dictionary }: { dictionary: DictionaryRecord }) {
  const { dictionaryId, workspaceIds } = dictionary;
  const text = useText("resources.dictionaries.workspaces");
  const { data = [] } = useWorkspaces(workspaceIds.length > 0);
  const { seen } = seenAmong(workspaceIds, data);
  const workspaces = workspaceIds.map((workspaceId) => {
    const known = seen.find((each) => each.workspaceId === workspaceId);
    return { workspaceId, workspaceName: known?.workspaceName ?? text("unseenName") };
  });
  return <History kind="dictionary" id={dictionaryId} record={{ ...dictionary, workspaces }} />;
}

function EntriesButton({ dictionary }: { dictionary: DictionaryRecord }) {
  const translate = useTranslate();
  return (
    <Button variant="contained" component={LinkBase} to={entriesPath(dictionary.dictionaryId)}>
      {translate("resources.entries.action.openCount", {
        count: formatNumber(dictionary.entryCount),
      })}
    </Button>
  );
}

function FitnessButton({ dictionary }: { dictionary: DictionaryRecord }) {
  const translate = useTranslate();
  return (
    <Button
      variant="outlined"
      color="secondary"
      component={LinkBase}
      to={`/dictionaries/${dictionary.dictionaryId}/fitness`}
    >
      {translate("resources.dictionaries.fitness.open")}
    </Button>
  );
}

function DictionaryFacts({ dictionary }: { dictionary: DictionaryRecord }) {
  const translate = useTranslate();
  return (
    <Facts>
      <Fact source="dictionaryName">{dictionary.dictionaryName}</Fact>
      <Fact source="category">{dictionary.category}</Fact>
      <Fact source="workspaceIds" wide>
        <WorkspaceNames ids={dictionary.workspaceIds} />
      </Fact>
      <Fact source="description" wide>
        <span className={styles.text}>
          {dictionary.description || translate("resources.dictionaries.detail.noDescription")}
        </span>
      </Fact>
    </Facts>
  );
}

function RecordFacts({ dictionary }: { dictionary: DictionaryRecord }) {
  return (
    <Facts>
      <Fact source="dictionaryId">{dictionary.dictionaryId}</Fact>
      <Fact source="createdAt">{formatDateTime(dictionary.createdAt)}</Fact>
      <Fact source="updatedAt">{formatDateTime(dictionary.updatedAt)}</Fact>
    </Facts>
  );
}

const ExportDialog = lazyDialog(
  async () => (await import("../export/ExportDialog.tsx")).ExportDialog,
);

function ExportButton({ dictionary }: { dictionary: DictionaryRecord }) {
  const [open, setOpen] = useState(false);
  const text = useText("resources.dictionaries.export");
  return (
    <>
      <ActionButton
        reason={dictionary.entryCount === 0 ? text("impossible") : null}
        onClick={() => setOpen(true)}
      >
        {text("open")}
      </ActionButton>
      {open ? (
        <Suspense>
          <ExportDialog dictionary={dictionary} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

const DeleteDialog = lazyDialog(async () => (await import("./DeleteDialog.tsx")).DeleteDialog);

type LockKey = KeyIn<"resources.dictionaries.lock">;

/** Shown only with the right to write; an impossible action is disabled and says why. */
function DictionaryActions({ dictionary }: { dictionary: DictionaryRecord }) {
  const navigate = useNavigate();
  const createPath = useCreatePath();
  const { isRefused, style } = useRoomForRight({ resource: "dictionaries", action: "edit" });
  const [deleting, setDeleting] = useState(false);
  const holder = useHolder(dictionary);
  const text = useText("resources.dictionaries");
  if (isRefused) return null;

  const why = (others: LockKey, own: LockKey) =>
    holder && text(`lock.${holder.isMe ? own : others}`, holderTexts(holder));
  return (
    <div className={styles.actions} style={style}>
      <ActionButton
        reason={why("sentence", "otherTab")}
        onClick={() =>
          navigate(createPath({ resource: "dictionaries", type: "edit", id: dictionary.id }))
        }
      >
        {text("detail.edit")}
      </ActionButton>
      <ActionButton
        danger
        reason={why("deleteImpossible", "otherTabDelete")}
        onClick={() => setDeleting(true)}
      >
        {text("detail.delete")}
      </ActionButton>
      {deleting ? (
        <Suspense>
          <DeleteDialog dictionary={dictionary} onClose={() => setDeleting(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}
