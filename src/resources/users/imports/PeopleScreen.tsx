import Button from "@mui/material/Button";
import { useMemo } from "react";
import { Navigate, useSearchParams } from "react-router";
import { can } from "../../../../domain/access.ts";
import { PEOPLE_FILES } from "../../../../domain/files/acceptRules.ts";
import { checkedWith, chosenOf } from "../../../../domain/imports/chosenReadings.ts";
import { personHeadings } from "../../../../domain/userImports/labels.ts";
import { type PeopleScope, scopeFields } from "../../../../domain/userImports/rules.ts";
import type {
  UserImport,
  UserImportCheck,
  UserImportMails,
  UserImportRow,
  UserImportSummary,
} from "../../../../domain/userImports/schemas.ts";
import { StatusChip } from "../../../components/display/StatusChip.tsx";
import { draftKey } from "../../../components/draft/draftStore.ts";
import type { FileKind } from "../../../components/imports/ImportFile.tsx";
import { historyColumns, ImportHistory } from "../../../components/imports/ImportHistory.tsx";
import {
  ImportPage,
  type ImportSource,
  type ImportSteps,
} from "../../../components/imports/ImportPage.tsx";
import { ImportResult } from "../../../components/imports/ImportResult.tsx";
import { useChosenReadings } from "../../../components/imports/useChosenReadings.ts";
import { lazyDialog } from "../../../components/load/lazyScreen.tsx";
import styles from "../../../components/upload/fileImport.module.css";
import { fileImports } from "../../../i18n/ja/fileImports.ts";
import { userImports } from "../../../i18n/ja/userImports.ts";
import { discardDraft } from "../../../providers/data/drafts.ts";
import { useApi } from "../../../providers/data/useApi.ts";
import { useUserProfile } from "../../../providers/signIn/userProfile.ts";
import { useWrite } from "../../../writes/useWrite.ts";
import { InvitePage } from "./InvitePage.tsx";
import { INVITE_DRAFT, PASTED } from "./invitationFile.ts";
import { PeopleCommit } from "./PeopleCommit.tsx";
import { PeopleDryRun } from "./PeopleDryRun.tsx";
import { PEOPLE_LISTS, PEOPLE_RIGHTS } from "./peopleScopes.ts";
import { resultText } from "./resultText.ts";

interface PeopleResultProps {
  imported: UserImport;
  isNew: boolean;
  onRevert: (imported: UserImportSummary) => void;
  onNext: () => void;
  /** Reads the import again. */
  onResent: () => Promise<unknown>;
}

/** What an import did, what has become of its invitations, and the way back. */
function PeopleResult({ imported, onResent, ...props }: PeopleResultProps) {
  const { revertedAt, mails, result } = imported;
  const hasMails = !revertedAt && result.added > 0;
  return (
    <ImportResult imported={imported} result={resultText(imported)} list="/users" {...props}>
      {hasMails ? <Mails mails={mails} onResent={onResent} /> : null}
    </ImportResult>
  );
}

function Mails({ mails, onResent }: { mails: UserImportMails; onResent: () => Promise<unknown> }) {
  const { sent, waiting, failed, failedPeople } = mails;
  const words = userImports.mails;
  return (
    <div className={`grid gap-8 ${styles.mails}`}>
      <h3>{words.title}</h3>
      <p role="status" className="wrap gap-8">
        {waiting > 0 ? <StatusChip tone="info" label={words.waiting(waiting)} /> : null}
        {sent > 0 || waiting + failed === 0 ? (
          <StatusChip tone="success" label={words.sent(sent)} />
        ) : null}
        {failed > 0 ? <StatusChip tone="error" label={words.failed(failed)} /> : null}
      </p>
      {waiting > 0 ? <p className="note">{words.hint}</p> : null}
      {failedPeople.length > 0 ? (
        <ul aria-label={words.failedList} className={styles.people}>
          {failedPeople.map((person) => (
            <li key={person.userId} className="line spread gap-12">
              <span>
                {person.userName}
                <span className="note block">{person.email}</span>
              </span>
              <ResendButton person={person} onResent={onResent} />
            </li>
          ))}
        </ul>
      ) : null}
      {failed > failedPeople.length ? <p>{words.more(failedPeople.length)}</p> : null}
    </div>
  );
}

interface ResendButtonProps {
  person: UserImportMails["failedPeople"][number];
  onResent: () => Promise<unknown>;
}

function ResendButton({ person: { userId: id, userName }, onResent }: ResendButtonProps) {
  const { write, pending } = useWrite("POST /users/{id}/invitation", {
    changes: "users",
    noticesProblem: true,
    onWritten: onResent,
  });
  return (
    <Button
      size="small"
      variant="outlined"
      disabled={pending}
      aria-label={userImports.mails.resendTo(userName)}
      onClick={() => void write({ id })}
    >
      {pending ? userImports.mails.resending : userImports.mails.resend}
    </Button>
  );
}

const RevertDialog = lazyDialog(
  async () => (await import("./PeopleRevertDialog.tsx")).PeopleRevertDialog,
);

/** While invitations wait, their number is read again. */
const MAILS_MS = 5_000;

const text = userImports.file;

const kindOf = (scope: PeopleScope): FileKind => ({
  accept: PEOPLE_FILES,
  label: fileImports.file.label,
  limits: text.limits,
  hints: [text.columns(scope), text.others, text.blanks],
  template: {
    name: text.templateName[scope],
    headings: scopeFields[scope].map((field) => personHeadings[field]),
    example: scopeFields[scope].map((field) => text.example[field]),
  },
});

const kinds: Readonly<Record<PeopleScope, FileKind>> = {
  users: kindOf("users"),
  members: kindOf("members"),
};

const LATEST_FIRST = { field: "userImportId", order: "DESC" } as const;
const columns = historyColumns<UserImportSummary>(resultText);

/** /users/import: adds, changes and disables people by a file, and undoes it. */
function UserImportPage({ scope }: { scope: PeopleScope }) {
  const profile = useUserProfile();
  if (!can(profile, PEOPLE_RIGHTS[scope])) return <Navigate to="/users" replace />;
  return <ImportScreen scope={scope} />;
}

function ImportScreen({ scope }: { scope: PeopleScope }) {
  const source = useSource();
  const [parameters] = useSearchParams();
  const isPasted = parameters.get("check") === PASTED;
  return (
    <ImportPage<UserImportCheck, UserImport, UserImportSummary>
      title={userImports.title[scope]}
      back={PEOPLE_LISTS[scope]}
      source={source}
      kind={kinds[scope]}
      dryRun={(checked, steps) => (
        <CheckedPeople
          scope={scope}
          {...checked}
          {...steps}
          keepsOthers={isPasted}
          done={(committed) => {
            if (isPasted) discardDraft(draftKey(...INVITE_DRAFT));
            steps.done(committed);
          }}
        />
      )}
      result={(imported, { isNew, clear, refetch }, revert) => (
        <PeopleResult
          key={imported.userImportId}
          imported={imported}
          isNew={isNew}
          onRevert={revert}
          onNext={clear}
          onResent={refetch}
        />
      )}
      history={(revert) => (
        <ImportHistory
          resource="user-imports"
          sort={LATEST_FIRST}
          columns={columns}
          onRevert={revert}
        />
      )}
      revertDialog={(imported, events) => <RevertDialog imported={imported} {...events} />}
    />
  );
}

interface CheckedPeopleProps extends ImportSteps<UserImport> {
  scope: PeopleScope;
  file: File;
  check: UserImportCheck;
  /** A pasted list says nothing about those who are not in it. */
  keepsOthers: boolean;
}

/** What a file would do, with the readings that are chosen for its names. */
function CheckedPeople({ scope, file, keepsOthers, ...props }: CheckedPeopleProps) {
  const chosen = useChosenReadings();
  const check = checkedWith<UserImportRow, UserImportCheck>(props.check, chosen.readings, withKana);
  return (
    <PeopleDryRun
      scope={scope}
      check={check}
      chosen={chosen}
      keepsOthers={keepsOthers}
      isNew={props.isNew}
      disabled={props.committing}
      onCancel={props.clear}
    >
      <PeopleCommit
        file={file}
        check={check}
        readings={chosenOf(check.rows, chosen.readings)}
        keepsOthers={keepsOthers}
        onDone={props.done}
        onRefused={props.checkAgain}
        onRunning={props.setCommitting}
      />
    </PeopleDryRun>
  );
}

const withKana = (row: UserImportRow, userNameKana: string): UserImportRow => ({
  ...row,
  after: row.after && { ...row.after, userNameKana },
});

function useSource(): ImportSource<UserImportCheck, UserImport> {
  const { api } = useApi();
  return useMemo(
    () => ({
      resource: "user-imports",
      idOf,
      read: (id, signal) => api("GET /user-imports/{id}", { id, signal }),
      check: (file, sending) => api("POST /user-imports/check", { body: { file }, ...sending }),
      readsAgainAfter: ({ mails }) => (mails.waiting > 0 ? MAILS_MS : false),
    }),
    [api],
  );
}

const idOf = ({ userImportId }: UserImport) => userImportId;

interface PeopleScreenProps {
  scope: PeopleScope;
  /** Of a pasted list of addresses, not of a file. */
  pastes?: boolean;
}

/** Both ways to many people, whose code loads together: one confirms what the other has read. */
export function PeopleScreen({ scope, pastes = false }: PeopleScreenProps) {
  return pastes ? <InvitePage scope={scope} /> : <UserImportPage scope={scope} />;
}
