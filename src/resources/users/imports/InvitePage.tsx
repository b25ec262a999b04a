import FormLabel from "@mui/material/FormLabel";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { useNavigate } from "react-admin";
import { type FieldValues, useFormContext, useWatch } from "react-hook-form";
import type { Flags } from "../../../../domain/access.ts";
import { MOST_ROWS } from "../../../../domain/imports/rules.ts";
import { MAX_PAGE_SIZE } from "../../../../domain/paging.ts";
import { fieldSentences } from "../../../../domain/problems/sentences.ts";
import { personHeadings, rolesCell, SEPARATORS } from "../../../../domain/userImports/cells.ts";
import { type PeopleScope, scopeFields } from "../../../../domain/userImports/sentences.ts";
import { type PastedPerson, pastedPeople } from "../../../../domain/users/pastedPeople.ts";
import { csvFile } from "../../../components/csv/csvFile.ts";
import { PageTitle } from "../../../components/display/PageTitle.tsx";
import { useDraft } from "../../../components/draft/useDraft.ts";
import { Checkbox } from "../../../components/form/Checkbox.tsx";
import { useGivenValues } from "../../../components/form/CreatePage.tsx";
import { FormBody } from "../../../components/form/FormBody.tsx";
import { FormSection } from "../../../components/form/FormLayout.tsx";
import page from "../../../components/form/form.module.css";
import { TextAreaInput } from "../../../components/form/TextAreaInput.tsx";
import { useField } from "../../../components/form/useField.ts";
import { checkKey } from "../../../components/imports/ImportPage.tsx";
import { useBack } from "../../../components/trail/trail.ts";
import { invitations } from "../../../i18n/ja/invitations.ts";
import { users } from "../../../i18n/ja/resources/users.ts";
import { workspaces } from "../../../i18n/ja/resources/workspaces.ts";
import { userImports } from "../../../i18n/ja/userImports.ts";
import { useApi } from "../../../providers/data/useApi.ts";
import { writeProblem } from "../../../writes/problem.ts";
import { MemberRights, OrganizationOfMember, useInvitedFrom } from "../UserFields.tsx";

const text = userImports.invite;

/** The list of people, of the admin area and of the staff area. */
export const PEOPLE_LISTS = {
  users: { to: "/users", name: users.form.list },
  members: { to: "/users", name: users.members.list },
} as const;

/** Where what was pasted is kept, as a draft. */
export const INVITE_DRAFT = ["users", "invite"] as const;

/** What the address of the import says of a check of a pasted list. */
export const PASTED = "pasted";

const blank = {
  organizationId: null,
  organizationName: "",
  addresses: "",
  isOrganizationAdmin: false,
  isDictionaryAdmin: false,
  workspaces: [],
};

/** /users/invite: invites the people of a pasted list, by the same way as a file of them. */
export function InvitePage({ scope }: { scope: PeopleScope }) {
  const { api } = useApi();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const given = useGivenValues();
  const list = useInvitedFrom(PEOPLE_LISTS[scope]);
  const cancel = useBack(list);
  const draft = useDraft(...INVITE_DRAFT);

  async function check(values: FieldValues): Promise<object | undefined> {
    const { organizationId, isOrganizationAdmin, isDictionaryAdmin, workspaces } = values;
    try {
      const { organizationNo } =
        scope === "users"
          ? await api("GET /organizations/{id}", { id: organizationId })
          : { organizationNo: "" };
      const { people } = pastedPeople(values.addresses);
      const rights = { isOrganizationAdmin, isDictionaryAdmin };
      const invitation = { people, organizationNo, workspaces, ...rights };
      const file = invitationFile(scope, invitation, text.fileName);
      const check = await api("POST /user-imports/check", { body: { file }, onUpload: () => {} });
      queryClient.setQueryData(checkKey("user-imports"), { file, check });
      // The draft stays until the people are invited: a list with errors can be mended here.
      navigate(`/users/import?check=${PASTED}`);
      return undefined;
    } catch (error) {
      return { root: { serverError: writeProblem(error).message } };
    }
  }

  return (
    <div className={`stack gap-16 ${page.page}`}>
      <PageTitle title={text.title[scope]} back={list} passing />
      <FormBody
        draft={draft}
        cancelTo={cancel?.to}
        saveLabel={invitations.inviteMany.submit}
        savingLabel={invitations.inviteMany.reading}
        defaultValues={{ ...blank, ...given }}
        validate={errorsOf[scope]}
        onSubmit={check}
      >
        <FormSection title={invitations.inviteMany.section}>
          {scope === "users" ? <Organization /> : null}
          <Addresses />
        </FormSection>
        <FormSection title={users.form.rightsSection}>
          {scope === "users" ? <p>{text.systemAdmins}</p> : null}
          <MemberRights />
          <WorkspacesInput scope={scope} />
        </FormSection>
      </FormBody>
    </div>
  );
}

interface Invitation extends Omit<Flags, "isSystemAdmin"> {
  people: readonly PastedPerson[];
  /** Of the organization of all of them; empty in the staff area. */
  organizationNo: string;
  workspaces: readonly string[];
}

/** The people to invite as a file that the import of an area reads. */
function invitationFile(scope: PeopleScope, invitation: Invitation, name: string): File {
  const { people, organizationNo, workspaces, ...flags } = invitation;
  const fields = scopeFields[scope].filter((field) => field !== "userNameKana");
  const shared = {
    organizationNo,
    userNameKana: "",
    roles: rolesCell({ isSystemAdmin: false, ...flags }),
    workspaces: workspaces.join(SEPARATORS.workspaces),
  };
  const lines = people.map((person) => {
    const cells = { ...shared, ...person };
    return fields.map((field) => cells[field]);
  });
  return csvFile([fields.map((field) => personHeadings[field]), ...lines], name);
}

/** Workspaces are of one organization: another one has others. */
function Organization() {
  const { setValue } = useFormContext();
  return <OrganizationOfMember onValue={() => setValue("workspaces", [])} />;
}

function Addresses() {
  const pasted: string = useWatch({ name: "addresses" });
  const { people } = useMemo(() => pastedPeople(pasted), [pasted]);
  return (
    <div>
      <TextAreaInput
        source="addresses"
        label={users.fields.email}
        description={text.hint}
        required
        rows={6}
      />
      <p role="status" className="note">
        {people.length > 0 ? text.counted(people.length) : null}
      </p>
    </div>
  );
}

/** A sentence for each field that keeps the people from being invited. */
const errorsOf = {
  users: (values: FieldValues) => ({
    ...(values.organizationId === null
      ? { organizationId: fieldSentences.organizationMissing }
      : {}),
    ...addressErrors(values),
  }),
  members: addressErrors,
};

function addressErrors({ addresses }: FieldValues): { addresses?: string } {
  const { people, unread } = pastedPeople(addresses);
  if (unread.length > 0) return { addresses: text.unread(unread) };
  if (people.length === 0) return { addresses: text.none };
  return people.length > MOST_ROWS ? { addresses: text.tooMany } : {};
}

/** Into which workspaces the people come: those of the own or of the chosen organization, by name. */
function WorkspacesInput({ scope }: { scope: PeopleScope }) {
  const { api } = useApi();
  const { field, frame } = useField({ source: "workspaces", label: workspaces.name });
  const chosen: readonly string[] = field.value;
  const organizationId: number | null = useWatch({ name: "organizationId" });
  const isKnown = scope === "members" || organizationId !== null;
  const { data } = useQuery({
    queryKey: ["workspaces", "choices", organizationId],
    queryFn: ({ signal }) => {
      const query = { size: MAX_PAGE_SIZE, sort: "workspaceName,asc" } as const;
      return organizationId === null
        ? api("GET /workspaces", { query, signal })
        : api("GET /organizations/{id}/workspaces", { id: organizationId, query, signal });
    },
    enabled: isKnown,
  });
  const { content = [], totalElements = 0 } = data ?? {};
  return (
    <fieldset className="above-8">
      <FormLabel component="legend">{frame.label}</FormLabel>
      {isKnown ? null : <p className="note">{text.noOrganization}</p>}
      {data && content.length === 0 ? <p className="note">{text.noWorkspaces}</p> : null}
      {content.map(({ workspaceId, workspaceName: name }) => (
        <Checkbox
          key={workspaceId}
          label={name}
          checked={chosen.includes(name)}
          onChange={(checked) =>
            field.onChange(checked ? [...chosen, name] : chosen.filter((other) => other !== name))
          }
        />
      ))}
      {totalElements > content.length ? (
        <p className="note">{text.moreWorkspaces(content.length)}</p>
      ) : null}
    </fieldset>
  );
}
