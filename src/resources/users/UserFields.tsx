import Button from "@mui/material/Button";
import {
  LinkBase,
  type RaRecord,
  useCreatePath,
  useLocation,
  useNavigate,
  useNotify,
  useResourceContext,
  type ValidateForm,
} from "react-admin";
import { type FieldValues, useFormContext } from "react-hook-form";
import type { ScimRole } from "../../../domain/scim/stored.ts";
import { userCreate, userUpdate } from "../../../domain/users/schemas.ts";
import { leaveArrivalNote } from "../../components/arrival/ArrivalBanner.tsx";
import { CheckboxInput } from "../../components/form/Checkbox.tsx";
import { ComboboxInput } from "../../components/form/Combobox.tsx";
import { FormSection } from "../../components/form/FormLayout.tsx";
import { NameInputs } from "../../components/form/NameInputs.tsx";
import {
  useChosenOrganization,
  useOrganizationSearch,
} from "../../components/form/optionSearches.ts";
import { TextInput } from "../../components/form/TextInput.tsx";
import { validateWith } from "../../components/form/validateWith.ts";
import { invitations } from "../../i18n/ja/invitations.ts";
import { users } from "../../i18n/ja/resources/users.ts";

/** Into which organization people are invited. */
export function OrganizationOfMember({ onValue }: { onValue?: () => void }) {
  const { setValue } = useFormContext();
  return (
    <ComboboxInput
      source="organizationId"
      placeholder={users.form.organizationHint}
      required
      search={useOrganizationSearch()}
      initial={useChosenOrganization()}
      onValue={(option) => {
        setValue("organizationName", option?.name ?? "");
        onValue?.();
      }}
    />
  );
}

interface Back {
  to: string;
  /** A text or its key. */
  name: string;
}

/** Where an invitation leads back to: the page that asked for it, else the list. */
export function useInvitedFrom(list: Back): Back {
  const state: unknown = useLocation().state;
  const { to, name } = Object(Reflect.get(Object(state), "back"));
  return typeof to === "string" && typeof name === "string" ? { to, name } : list;
}

/** After an invitation: opens the page that asked for it, which says who gets the mail. */
export function useInvited(): (user: RaRecord) => void {
  const notify = useNotify();
  const navigate = useNavigate();
  const createPath = useCreatePath();
  const resource = useResourceContext() ?? "users";
  const list = createPath({ resource, type: "list" });
  const { to } = useInvitedFrom({ to: list, name: "" });
  return ({ email, mailPending }) => {
    leaveArrivalNote({
      pathname: to,
      message: users.notifications[mailPending ? "mailPending" : "mailSent"](email),
    });
    notify(users.notifications.created, { type: "success" });
    navigate(to);
  };
}

/** From the invitation of one person to that of several; `state` is what the page there begins with. */
export function InviteManyLink({ state }: { state?: object }) {
  return (
    <div>
      <Button
        variant="outlined"
        color="secondary"
        component={LinkBase}
        to="/users/invite"
        state={state}
      >
        {invitations.inviteMany.open}
      </Button>
    </div>
  );
}

export function NameAndEmail() {
  return (
    <>
      <NameInputs source="userName" />
      <TextInput source="email" type="email" required />
    </>
  );
}

const READ_ONLY = { disabled: true, description: users.form.managed } as const;

/** A directory may rule the name; it knows no reading. */
export function NameSection({ managed }: { managed: boolean }) {
  return (
    <FormSection title={users.form.personSection}>
      <NameInputs source="userName" readOnly={managed ? READ_ONLY : undefined} hasFreeReading />
    </FormSection>
  );
}

interface MemberRightsProps {
  disabled?: boolean;
  /** The roles that a directory gives and takes. */
  managed?: readonly ScimRole[];
}

export function MemberRights({ disabled = false, managed = [] }: MemberRightsProps) {
  const isDisabled = (role: ScimRole) => disabled || managed.includes(role);
  return (
    <>
      <CheckboxInput source="isOrganizationAdmin" disabled={isDisabled("organizationAdmin")} />
      <CheckboxInput source="isDictionaryAdmin" disabled={isDisabled("dictionaryAdmin")} />
      {managed.length > 0 ? <p>{users.form.managedRoles(managed)}</p> : null}
    </>
  );
}

export function OwnRights({ own }: { own: boolean }) {
  return own ? <p>{users.form.ownRights}</p> : null;
}

/** A member of an organization, or a system admin, who has none. */
export const USER_KINDS = ["member", "system"] as const;
export type UserKind = (typeof USER_KINDS)[number];

export const blankUser = {
  kind: "member" satisfies UserKind,
  organizationId: null,
  /** Of the chosen organization, which a draft of the form shows again. */
  organizationName: "",
  userName: "",
  userNameKana: null,
  email: "",
  isOrganizationAdmin: false,
  isDictionaryAdmin: false,
};

function invited({ kind, ...values }: FieldValues) {
  const { userName, userNameKana, email } = values;
  const { organizationId, isOrganizationAdmin, isDictionaryAdmin } = values;
  const person = { userName, userNameKana, email };
  if (kind === "system") return { ...person, isSystemAdmin: true };
  const flags = { isOrganizationAdmin, isDictionaryAdmin };
  return organizationId === null
    ? { ...person, ...flags }
    : { ...person, organizationId, ...flags };
}

const createErrors = validateWith(userCreate);
export const newUserErrors: ValidateForm = (values) =>
  createErrors(invited({ ...blankUser, ...values }));

export function newUserBody(values: FieldValues): object {
  const body = invited(values);
  return userCreate.safeParse(body).data ?? body;
}

/** The body of PATCH /users/{id}; the status has its own button. */
function changed(values: FieldValues) {
  const { userName, userNameKana } = values;
  const { isOrganizationAdmin, isDictionaryAdmin, isSystemAdmin } = values;
  return { userName, userNameKana, isOrganizationAdmin, isDictionaryAdmin, isSystemAdmin };
}

const updateErrors = validateWith(userUpdate);
export const userErrors: ValidateForm = (values) => updateErrors(changed(values));

export function userChanges(values: FieldValues): object {
  const body = changed(values);
  return userUpdate.safeParse(body).data ?? body;
}
