import Button from "@mui/material/Button";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense, useState } from "react";
import { LinkBase, useCreatePath, useShowContext } from "react-admin";
import { resourceTopic } from "../../../domain/events.ts";
import { formatDateTime } from "../../../domain/text/dates.ts";
import { invitationHasEnded } from "../../../domain/users/rules.ts";
import { History, useMayRead } from "../../components/audit/History.tsx";
import { Copyable } from "../../components/copy/Copyable.tsx";
import { ActionMenu } from "../../components/display/ActionMenu.tsx";
import { DetailPage } from "../../components/display/DetailPage.tsx";
import { Fact, Facts } from "../../components/display/Facts.tsx";
import { FailedPart, LoadingState } from "../../components/display/LoadError.tsx";
import { NameChips } from "../../components/display/NameChips.tsx";
import { RecordPage, RecordTitle } from "../../components/display/RecordPage.tsx";
import { RoleNames } from "../../components/display/RoleNames.tsx";
import { Section } from "../../components/display/Section.tsx";
import { useReservedSpace } from "../../components/display/useReservedSpace.ts";
import { lazyDialog, lazyPart } from "../../components/load/lazyScreen.tsx";
import { erasures } from "../../i18n/ja/resources/erasures.ts";
import { users } from "../../i18n/ja/resources/users.ts";
import { useApi } from "../../providers/data/useApi.ts";
import { useLiveReads } from "../../providers/live/useLiveReads.ts";
import type { UserRecord } from "../records.ts";
import { AccountError, AccountState, useIsOwn } from "./AccountState.tsx";
import { Invitation, UserStatus } from "./UserStatus.tsx";

const text = users.detail;

interface PageTexts {
  name: string;
  list: { to: string; name: string };
}

const inAdminArea = { name: users.name, list: { to: "/users", name: users.form.list } };
const inStaffArea = { name: users.members.title, list: { to: "/users", name: users.members.list } };

/** Who a user is, what they may do, and how they sign in. */
export function UserShow() {
  return (
    <Page texts={inAdminArea}>
      <SecondFactorReset />
      <PersonalData />
    </Page>
  );
}

/** The same of a member of the own organization. */
export function MemberShow() {
  return <Page texts={inStaffArea} />;
}

function Page({ texts, children }: { texts: PageTexts; children?: ReactNode }) {
  useLiveReads(resourceTopic("users"), "users");
  useLiveReads(resourceTopic("workspaces"), "users");
  const heading = { title: texts.name, back: texts.list };
  return (
    <RecordPage<UserRecord> loading={heading} failed={heading}>
      {(user) => (
        <UserSections user={user} texts={texts}>
          {children}
        </UserSections>
      )}
    </RecordPage>
  );
}

interface UserSectionsProps {
  user: UserRecord;
  texts: PageTexts;
  children: ReactNode;
}

function UserSections({ user, texts, children }: UserSectionsProps) {
  return (
    <DetailPage>
      <RecordTitle
        title={texts.name}
        back={texts.list}
        extra={<AccountState user={user} />}
        facts={<Identity user={user} />}
        actions={<UserActions user={user} />}
      />
      <AccountError user={user} />
      <Section title={text.rightsSection}>
        <Facts>
          <Fact source="roles">
            <RoleNames flags={user} />
          </Fact>
          {user.organizationId === 0 ? null : <WorkspacesFact user={user} />}
          {user.managedBy ? (
            <Fact source="managedBy">{users.managedBy[user.managedBy]}</Fact>
          ) : null}
          {user.status === "INVITED" ? (
            <Fact source="invitationEndsAt">
              <InvitationEnd user={user} />
            </Fact>
          ) : null}
          <Fact source="createdAt">{formatDateTime(user.createdAt)}</Fact>
          <Fact source="updatedAt">{formatDateTime(user.updatedAt)}</Fact>
        </Facts>
      </Section>
      <SignInSection user={user} />
      {children}
      <History kind="user" id={user.userId} record={user} />
    </DetailPage>
  );
}

/** In one line: whose account it is, and where it belongs. */
function Identity({ user }: { user: UserRecord }) {
  const { userNameKana, email, organizationName } = user;
  return (
    <>
      {userNameKana ? <span>{userNameKana}</span> : null}
      <Copyable label={users.fields.email} value={email}>
        {email}
      </Copyable>
      <span>{organizationName ?? users.noOrganization}</span>
    </>
  );
}

/** For those who may edit; nothing of a user whose personal data was erased can be changed. */
function UserActions({ user }: { user: UserRecord }) {
  const { isRefused, reserved } = useReservedSpace({ resource: "users", action: "edit" });
  const createPath = useCreatePath();
  const own = useIsOwn(user);
  if (isRefused || user.erasedAt !== null) return null;
  return (
    <ActionMenu reserved={reserved}>
      <Button
        variant="contained"
        component={LinkBase}
        to={createPath({ resource: "users", type: "edit", id: user.id })}
      >
        {text.edit}
      </Button>
      {user.status === "INVITED" ? (
        <Invitation user={user} />
      ) : (
        <UserStatus user={user} own={own} />
      )}
    </ActionMenu>
  );
}

function InvitationEnd({ user: { invitationEndsAt } }: { user: UserRecord }) {
  if (invitationEndsAt === null) return text.noInvitation;
  const at = formatDateTime(invitationEndsAt);
  return invitationHasEnded(invitationEndsAt) ? text.ended(at) : at;
}

/** Only those who may edit a user may read where the user works. */
function WorkspacesFact({ user: { userId } }: { user: UserRecord }) {
  const { isRefused, isPending } = useReservedSpace({ resource: "users", action: "edit" });
  const { api } = useApi();
  const { data, error } = useQuery({
    queryKey: ["users", "workspaces", userId],
    queryFn: ({ signal }) => api("GET /users/{id}/workspaces", { id: userId, signal }),
    enabled: !isRefused && !isPending,
  });
  if (isRefused) return null;
  const names = data?.workspaces.map(({ workspaceName }) => workspaceName);
  return (
    <Fact source="workspaces" label={text.workspaces}>
      {names === undefined ? (
        error ? (
          <FailedPart error={error} />
        ) : (
          "…"
        )
      ) : names.length === 0 ? (
        text.noWorkspaces
      ) : (
        <NameChips names={names} />
      )}
    </Fact>
  );
}

const SignIns = lazyPart(async () => (await import("./SignIns.tsx")).SignIns);

/** When and from where the user has signed in, for those who may read the log of it. */
function SignInSection({ user }: { user: UserRecord }) {
  const mayRead = useMayRead("user");
  if (!mayRead) return null;
  return (
    <Section title={text.signInSection}>
      {user.status === "INVITED" ? <p className="below">{users.form.invitationHint}</p> : null}
      <Suspense fallback={<LoadingState />}>
        <SignIns userId={user.userId} />
      </Suspense>
    </Section>
  );
}

const ResetDialog = lazyDialog(
  async () => (await import("./SecondFactorDialog.tsx")).SecondFactorDialog,
);

/** For who has lost the app; the own one is removed in 個人設定. */
function SecondFactorReset() {
  const { record: user } = useShowContext<UserRecord>();
  const own = useIsOwn(user);
  const [open, setOpen] = useState(false);
  if (!user || own) return null;
  return (
    <Section
      title={users.secondFactor.section}
      actions={
        <Button variant="outlined" color="error" onClick={() => setOpen(true)}>
          {users.secondFactor.button}
        </Button>
      }
    >
      <p>{users.secondFactor.hint}</p>
      {open ? <ResetDialog user={user} onClose={() => setOpen(false)} /> : null}
    </Section>
  );
}

function PersonalData() {
  const { record: user } = useShowContext<UserRecord>();
  const own = useIsOwn(user);
  if (!user || own) return null;
  return (
    <Section title={erasures.link.section}>
      <p>{user.erasedAt === null ? erasures.link.hint : erasures.link.erased}</p>
      <p className="links">
        <LinkBase to={`/users/${user.id}/personal-data`}>{erasures.link.open}</LinkBase>
      </p>
    </Section>
  );
}
