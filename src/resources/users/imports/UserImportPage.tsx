import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Suspense, useCallback, useRef, useState } from "react";
import { Navigate, useSearchParams } from "react-router";
import { can } from "../../../../domain/access.ts";
import type { PeopleScope } from "../../../../domain/userImports/rules.ts";
import type { UserImport, UserImportSummary } from "../../../../domain/userImports/schemas.ts";
import { DetailPage } from "../../../components/display/DetailPage.tsx";
import { LoadError } from "../../../components/display/LoadError.tsx";
import { LoadingState } from "../../../components/display/LoadingState.tsx";
import { PageTitle } from "../../../components/display/PageTitle.tsx";
import { useFocusAfterDialog } from "../../../components/focus/useFocusAfterDialog.ts";
import { LeaveGuard } from "../../../components/form/UnsavedGuard.tsx";
import { lazyDialog } from "../../../components/load/lazyScreen.tsx";
import styles from "../../../components/upload/fileImport.module.css";
import { useFileUpload } from "../../../components/upload/useFileUpload.ts";
import { userImports } from "../../../i18n/ja/userImports.ts";
import { readsOf } from "../../../providers/data/readsOf.ts";
import { useApi } from "../../../providers/data/useApi.ts";
import { isGone } from "../../../providers/problems/answerStatus.ts";
import { useUserProfile } from "../../../providers/signIn/userProfile.ts";
import { PeopleCommit } from "./PeopleCommit.tsx";
import { isPrepared, PeopleDryRun } from "./PeopleDryRun.tsx";
import { PeopleFile } from "./PeopleFile.tsx";
import { PeopleHistory } from "./PeopleHistory.tsx";
import { PeopleResult } from "./PeopleResult.tsx";

const RevertDialog = lazyDialog(
  async () => (await import("./PeopleRevertDialog.tsx")).PeopleRevertDialog,
);

const LISTS = {
  users: { to: "/users", name: "resources.users.form.list" },
  members: { to: "/users", name: "resources.users.members.list" },
} as const;

const RIGHTS = { users: "user.manage", members: "member.manage" } as const;

/** /users/import: adds, changes and disables people by a file, and undoes it. */
export function UserImportPage({ scope }: { scope: PeopleScope }) {
  const profile = useUserProfile();
  if (!can(profile, RIGHTS[scope])) return <Navigate to="/users" replace />;
  return <ImportScreen scope={scope} />;
}

function ImportScreen({ scope }: { scope: PeopleScope }) {
  const { api } = useApi();
  const queryClient = useQueryClient();
  const shown = useShownImport();
  const { importId, imported } = shown;
  const [newId, setNewId] = useState<number>();
  const [committing, setCommitting] = useState(false);
  const [reverting, setReverting] = useState<UserImportSummary | null>(null);
  const [cleared, setCleared] = useState(0);
  const history = useRef<HTMLDivElement>(null);
  useFocusAfterDialog(reverting !== null, history);
  const upload = useFileUpload<UserImport>((read) => {
    setNewId(read.userImportId);
    shown.show(read);
  });
  const dryRun = isPrepared(imported) ? imported : undefined;

  function read(file: File) {
    shown.show(null);
    void upload.read(file, (sending) => api("POST /user-imports", { body: { file }, ...sending }));
  }

  function clear() {
    upload.clear();
    shown.show(null);
    setCleared((times) => times + 1);
    // If this fails, the server deletes the dry run by itself later.
    if (dryRun) api("DELETE /user-imports/{id}", { id: importId }).catch(() => {});
  }

  function done(committed: UserImport) {
    upload.clear();
    setNewId(committed.userImportId);
    shown.put(committed);
    void queryClient.invalidateQueries(readsOf("user-imports"));
  }

  return (
    <DetailPage>
      <PageTitle title={userImports.title[scope]} back={LISTS[scope]} />
      <PeopleFile
        scope={scope}
        upload={upload}
        disabled={committing}
        cleared={cleared}
        onRead={read}
        onClear={clear}
      />
      {shown.error && !imported ? <ReadProblem error={shown.error} /> : null}
      {importId > 0 && !imported && !shown.error ? <LoadingState /> : null}
      {dryRun ? (
        <PeopleDryRun
          key={importId}
          scope={scope}
          dryRun={dryRun}
          isNew={importId === newId}
          disabled={committing}
          onCancel={clear}
        >
          <PeopleCommit
            dryRun={dryRun}
            keepsOthers={shown.isPasted}
            onDone={done}
            onDoubt={shown.refetch}
            onRunning={setCommitting}
          />
        </PeopleDryRun>
      ) : null}
      {imported?.committedAt ? (
        <PeopleResult
          key={importId}
          imported={imported}
          isNew={importId === newId}
          onRevert={setReverting}
          onNext={clear}
          onResent={shown.refetch}
        />
      ) : null}
      <div ref={history} tabIndex={-1}>
        <PeopleHistory onRevert={setReverting} />
      </div>
      {reverting ? (
        <Suspense>
          <RevertDialog
            imported={reverting}
            onReverted={() => queryClient.invalidateQueries(readsOf("user-imports"))}
            onClose={() => setReverting(null)}
          />
        </Suspense>
      ) : null}
      <LeaveGuard
        unsaved={upload.share !== undefined || committing}
        texts="resources.imports.leave"
      />
    </DetailPage>
  );
}

function ReadProblem({ error }: { error: unknown }) {
  if (!isGone(error)) return <LoadError error={error} />;
  return (
    <p role="status" className={styles.warning}>
      {userImports.file.gone}
    </p>
  );
}

const PARAMETER = "import";
const PASTED = "pasted";
const KEY = "user-imports";

/** While invitations wait, their number is read again. */
const MAILS_MS = 5_000;

/** The import that the address names, so that a reload shows it again. */
function useShownImport() {
  const { api } = useApi();
  const queryClient = useQueryClient();
  const [parameters, setParameters] = useSearchParams();
  const importId = Number(parameters.get(PARAMETER));
  const { data, error, refetch } = useQuery({
    queryKey: [KEY, "shown", importId],
    queryFn: ({ signal }) => api("GET /user-imports/{id}", { id: importId, signal }),
    enabled: importId > 0,
    refetchInterval: ({ state }) => ((state.data?.mails?.waiting ?? 0) > 0 ? MAILS_MS : false),
  });
  const put = useCallback(
    (imported: UserImport) =>
      queryClient.setQueryData([KEY, "shown", imported.userImportId], imported),
    [queryClient],
  );
  const show = useCallback(
    (imported: UserImport | null) => {
      if (imported) put(imported);
      const named = imported ? { [PARAMETER]: String(imported.userImportId) } : {};
      setParameters(named, { replace: true });
    },
    [put, setParameters],
  );
  const isPasted = parameters.has(PASTED);
  const imported = importId > 0 ? data : undefined;
  return { importId, imported, isPasted, error, refetch, put, show };
}
