import Button from "@mui/material/Button";
import { type Ref, useId, useMemo, useRef } from "react";
import { LinkBase, useCanAccess, useGetOne, useGetRecordId, useRequireAccess } from "react-admin";
import type { WorkspaceMember } from "../../../../domain/workspaces/schemas.ts";
import { DetailPage } from "../../../components/display/DetailPage.tsx";
import { LoadError, LoadingState } from "../../../components/display/LoadError.tsx";
import { PageTitle } from "../../../components/display/PageTitle.tsx";
import { Section } from "../../../components/display/Section.tsx";
import { UserStatusChip } from "../../../components/display/StatusChip.tsx";
import { DraftNotice, useStoredValues } from "../../../components/draft/DraftNotice.tsx";
import { Combobox, type ComboboxOption, type Search } from "../../../components/form/Combobox.tsx";
import page from "../../../components/form/form.module.css";
import { StaleBox } from "../../../components/form/StaleNotice.tsx";
import { LeaveGuard } from "../../../components/form/UnsavedGuard.tsx";
import { useBack } from "../../../components/trail/trail.ts";
import { app } from "../../../i18n/ja/app.ts";
import { workspaces } from "../../../i18n/ja/resources/workspaces.ts";
import { useApi } from "../../../providers/data/useApi.ts";
import { isMissing } from "../../../providers/problems/answerStatus.ts";
import type { WorkspaceRecord } from "../../records.ts";
import { detailOf, MissingWorkspace } from "../WorkspaceParts.tsx";
import styles from "../workspaces.module.css";
import { MemberTable } from "./MemberTable.tsx";
import {
  changedMeanwhile,
  changesIn,
  type MemberRecord,
  membersAfter,
  NO_CHANGES,
  rowsOf,
  textOf,
  without,
  withoutMember,
  withPerson,
} from "./memberChanges.ts";
import { type MemberBasis, useMemberEditing } from "./useMemberEditing.ts";

interface MemberEditorProps {
  workspaceId: string;
  basis: MemberBasis;
  editing: ReturnType<typeof useMemberEditing>;
}

/** Adds and removes members; 保存 sends all changes at once. */
function MemberEditor({ workspaceId, basis, editing }: MemberEditorProps) {
  const back = useBack(detailOf(workspaceId));
  const picker = useRef<HTMLDivElement>(null);
  const { changes, change, newer, saving } = editing;
  const draftInput = useStoredValues(editing.draft, {
    version: basis.version,
    initial: textOf(NO_CHANGES),
    values: textOf(changes),
    restore: (values) => change(changesIn(values)),
  });
  const members = membersAfter(basis.members, changes);

  function toggle({ userId, change: pending }: MemberRecord) {
    change(pending === null ? withoutMember(changes, userId) : without(changes, userId));
    // The row disappears, with the button that has the focus.
    if (pending === "added") picker.current?.querySelector("input")?.focus();
  }

  return (
    <>
      <DraftNotice input={draftInput} isEditing />
      <Section title={workspaces.members.addSection}>
        <PersonPicker
          boxRef={picker}
          isMember={(userId) => members.includes(userId)}
          onPick={(person) => change(withPerson(changes, person))}
        />
      </Section>
      <Section title={workspaces.members.listSection}>
        <MemberTable
          rows={rowsOf(basis.members, changes)}
          action={(row) => <MemberButton row={row} onPress={() => toggle(row)} />}
        />
      </Section>
      {newer ? (
        <StaleBox
          savedFirst={newer.savedFirst}
          onShowCurrent={() => editing.goOnFrom(newer, NO_CHANGES)}
          onReapply={() => editing.goOnFrom(newer, changes)}
        >
          <StaleMembers before={basis.members} now={newer.members} />
        </StaleBox>
      ) : null}
      <footer className={`row end surface sticky line-above gap-8-12 ${page.foot}`}>
        <div className={`grow-200 ${page.summary}`}>
          <p role="alert" className="error strong">
            {editing.errorMessage}
          </p>
        </div>
        <div className="wrap end gap-12">
          <p role="status" className={styles.pending}>
            <Pending {...editing.counts} />
          </p>
          <Button component={LinkBase} to={back.to} variant="outlined" color="secondary">
            {app.cancel}
          </Button>
          <Button variant="contained" disabled={saving} onClick={() => void editing.save()}>
            {saving ? app.form.saving : app.form.save}
          </Button>
        </div>
      </footer>
      <LeaveGuard unsaved={editing.unsaved} onLeave={editing.draft.end} />
    </>
  );
}

/** What the next save will do, in one sentence. */
function Pending({ added, removed }: { added: number; removed: number }) {
  if (added + removed === 0) return null;
  const text = workspaces.members.pending;
  if (added === 0) return text.removed(removed);
  return removed === 0 ? text.added(added) : text.both(added, removed);
}

/** Removes a member, or undoes an unsaved change. */
function MemberButton({ row, onPress }: { row: MemberRecord; onPress: () => void }) {
  const key = row.change === null ? "takeOut" : "undo";
  const spoken = LABELS[row.change ?? "none"];
  return (
    <Button
      size="small"
      variant="outlined"
      color={row.change === null ? "error" : "secondary"}
      aria-label={workspaces.members[spoken](row.userName)}
      onClick={onPress}
    >
      {workspaces.members[key]}
    </Button>
  );
}

const LABELS = { none: "takeOutOf", added: "undoAdd", removed: "undoTakeOut" } as const;

interface StaleMembersProps {
  before: readonly WorkspaceMember[];
  now: readonly WorkspaceMember[];
}

/** Who joined and left by what another user saved first. */
function StaleMembers({ before, now }: StaleMembersProps) {
  const others = changedMeanwhile(before, now);
  const listOf = (who: "joined" | "left") => {
    const separator = workspaces.members.names;
    const names = others[who].map(({ userName }) => userName).join(separator);
    return names ? <p>{workspaces.members[who](names)}</p> : null;
  };
  return (
    <>
      {listOf("joined")}
      {listOf("left")}
    </>
  );
}

interface PersonPickerProps {
  isMember: (userId: string) => boolean;
  onPick: (person: WorkspaceMember) => void;
  boxRef: Ref<HTMLDivElement>;
}

/** Finds people and reports each choice. Afterwards it is empty again. */
function PersonPicker({ isMember, onPick, boxRef }: PersonPickerProps) {
  return (
    <div ref={boxRef} className={styles.picker}>
      <Combobox
        id={useId()}
        label={workspaces.members.search}
        description={workspaces.members.searchHint}
        search={usePeopleSearch()}
        value={null}
        isTaken={({ id }) => isMember(id)}
        onChoose={(option) => option && onPick(option.person)}
      >
        {(option) => <Person option={option} isMember={isMember(option.id)} />}
      </Combobox>
    </div>
  );
}

function Person({ option, isMember }: { option: PersonOption; isMember: boolean }) {
  const { status } = option.person;
  return (
    <>
      <span>
        {option.name}
        <span className="note block">{option.note}</span>
      </span>
      {isMember ? <span className="fixed note numeric">{workspaces.members.isMember}</span> : null}
      {isMember || status === "ACTIVE" ? null : <UserStatusChip status={status} />}
    </>
  );
}

const MOST_OPTIONS = 20;

interface PersonOption extends ComboboxOption<string> {
  person: WorkspaceMember;
}

function usePeopleSearch(): Search<PersonOption> {
  const { api } = useApi();
  return useMemo(
    () => ({
      name: "users",
      find: async (q, signal) => {
        const { content } = await api("GET /users", {
          query: { q, size: MOST_OPTIONS, sort: "userName,asc" },
          signal,
        });
        return content.map(({ userId, userName, userNameKana, email, status }) => ({
          id: userId,
          name: userName,
          note: email,
          person: { userId, userName, userNameKana, email, status },
        }));
      },
    }),
    [api],
  );
}

const EDITING = { resource: "workspaces", action: "edit" };

/** /workspaces/{id}/members, for organization admins. */
export function MembersPage() {
  useRequireAccess(EDITING);
  const { canAccess } = useCanAccess(EDITING);
  const id = String(useGetRecordId());
  // Another workspace starts with new state.
  return canAccess ? <MemberEditing key={id} workspaceId={id} /> : <LoadingState />;
}

function MemberEditing({ workspaceId }: { workspaceId: string }) {
  const { data: workspace } = useGetOne<WorkspaceRecord>(
    "workspaces",
    { id: Number(workspaceId) },
    QUIET,
  );
  const editing = useMemberEditing(workspaceId);
  if (isMissing(editing.loadError) || isMissing(editing.saveError)) return <MissingWorkspace />;
  const name = workspace?.workspaceName;
  return (
    <DetailPage>
      <PageTitle
        title={name ? workspaces.members.editTitleOf(name) : workspaces.members.editTitle}
        of={workspaces.name}
        back={detailOf(workspaceId)}
      />
      {editing.basis ? (
        <MemberEditor workspaceId={workspaceId} basis={editing.basis} editing={editing} />
      ) : null}
      {editing.loadError && !editing.basis ? <LoadError error={editing.loadError} /> : null}
      {editing.loadError || editing.basis ? null : <LoadingState />}
    </DetailPage>
  );
}

// If the members fail to load, the page says so; the name is not essential.
const QUIET = { onError: () => {} };
