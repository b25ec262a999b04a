import { useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import {
  effectOn,
  inverseActions,
  type ManyAction,
  refusalSentences,
  USER_ACTIONS,
  WORKSPACE_ACTIONS,
  type WorkspaceAction,
} from "../../../../domain/users/bulk.ts";
import type { ChangedUsers, User } from "../../../../domain/users/schemas.ts";
import { BulkBar } from "../../../components/bulk/BulkBar.tsx";
import type { BulkAction, BulkOutcome } from "../../../components/bulk/BulkDialog.tsx";
import { FormField } from "../../../components/form/FormField.tsx";
import { FieldSelect } from "../../../components/form/SelectInput.tsx";
import type { ChosenRows } from "../../../components/list/choice.tsx";
import { app } from "../../../i18n/ja/app.ts";
import { bulk, manyUsers as text } from "../../../i18n/ja/bulk.ts";
import { readsOf } from "../../../providers/data/reads.ts";
import { useUserProfile } from "../../../providers/signIn/userProfile.ts";
import { useWrite } from "../../../writes/useWrite.ts";
import type { UserRecord } from "../../records.ts";

/** What system admins do with chosen users. */
export function UserBulk(rows: ChosenRows<UserRecord>) {
  return <ManyUsers {...rows} offered={USER_ACTIONS} />;
}

const OF_MEMBERS = [...USER_ACTIONS, ...WORKSPACE_ACTIONS];

/** What organization admins do with chosen members. */
export function MemberBulk(rows: ChosenRows<UserRecord>) {
  return <ManyUsers {...rows} offered={OF_MEMBERS} />;
}

interface ManyUsersProps extends ChosenRows<UserRecord> {
  offered: readonly ManyAction[];
}

function ManyUsers({ offered, ...rows }: ManyUsersProps) {
  const { email } = useUserProfile();
  const { send, pending } = useSend();

  const actions = offered.map((action): BulkAction<UserRecord, number> => {
    const { label, title, question, hint, already } = text.actions[action];
    return {
      label,
      danger: action === "DISABLE",
      question: {
        title,
        body: question,
        ...(hint ? { hint } : {}),
        ...(isOfWorkspace(action) ? { field: (field) => <WorkspaceField {...field} /> } : {}),
      },
      untouched: (user) => {
        const effect = effectOn(user, action, { own: user.email === email });
        if (effect === "CHANGE") return null;
        return effect === "NONE" ? already : refusalSentences[effect];
      },
      run: (users, workspaceId) => send(action, users, workspaceId),
    };
  });

  return (
    <BulkBar
      {...rows}
      actions={actions}
      describe={describe}
      counted={text.counted}
      pending={pending}
    />
  );
}

const isOfWorkspace = (action: ManyAction): action is WorkspaceAction =>
  WORKSPACE_ACTIONS.some((each) => each === action);

const describe = ({ userName, email }: UserRecord) => [userName, email] as const;

/** Sends an action on users, each with the version that the person saw. */
function useSend() {
  const { workspaces } = useUserProfile();
  const queryClient = useQueryClient();
  const { write, pending } = useWrite("POST /users/bulk", { changes: "users" });

  async function send(
    action: ManyAction,
    users: readonly User[],
    workspaceId: number | undefined,
  ): Promise<BulkOutcome> {
    const group = groupOf(action, users, workspaceId);
    const { result, problem } = await write({ body: { changes: [group] } });
    if (result) return outcomeOf(action, result, workspaceId);
    if (!problem) return {};
    // Another user may have changed them first: the next attempt starts from that.
    if (problem.answer) void queryClient.invalidateQueries(readsOf("users"));
    return { problem };
  }

  function outcomeOf(
    action: ManyAction,
    { users, unchanged }: ChangedUsers,
    workspaceId: number | undefined,
  ): BulkOutcome {
    const { done, left } = text.actions[action];
    const place = workspaces.find((one) => one.workspaceId === workspaceId)?.workspaceName ?? "";
    const first = users.length > 0 ? done(users.length, place) : bulk.unchanged;
    const said = unchanged > 0 ? first + left(unchanged) : first;
    const inverse = inverseActions[action];
    const undo = inverse && users.length > 0 ? () => send(inverse, users, workspaceId) : undefined;
    return { result: { said, undo } };
  }

  return { send, pending };
}

function groupOf(action: ManyAction, users: readonly User[], workspaceId = 0) {
  const refs = users.map(({ userId, version }) => ({ userId, version }));
  return isOfWorkspace(action) ? { action, workspaceId, users: refs } : { action, users: refs };
}

interface WorkspaceFieldProps {
  value: number | undefined;
  onChange: (value: number) => void;
  isMissing: boolean;
}

/** Organization admins may select every workspace, so that their profile has them all. */
function WorkspaceField({ value, onChange, isMissing }: WorkspaceFieldProps) {
  const { workspaces } = useUserProfile();
  return (
    <div className="around">
      <FormField
        id={useId()}
        label={text.workspace}
        required
        error={isMissing && value === undefined ? text.chooseWorkspace : undefined}
      >
        {(aria) => (
          <FieldSelect
            {...aria}
            value={value ?? ""}
            onChange={({ target }) => onChange(Number(target.value))}
          >
            {value === undefined ? <option value="">{app.field.choose}</option> : null}
            {workspaces.map(({ workspaceId, workspaceName }) => (
              <option key={workspaceId} value={workspaceId}>
                {workspaceName}
              </option>
            ))}
          </FieldSelect>
        )}
      </FormField>
    </div>
  );
}
