import FormLabel from "@mui/material/FormLabel";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { useNavigate } from "react-admin";
import { type FieldValues, useFormContext, useWatch } from "react-hook-form";
import { Navigate } from "react-router";
import { can } from "../../../../domain/access.ts";
import { MAX_PAGE_SIZE } from "../../../../domain/paging.ts";
import { fieldSentences } from "../../../../domain/problems/sentences.ts";
import { MOST_PEOPLE, type PeopleScope } from "../../../../domain/userImports/rules.ts";
import { pastedPeople } from "../../../../domain/users/pastedPeople.ts";
import { PageTitle } from "../../../components/display/PageTitle.tsx";
import { useDraft } from "../../../components/draft/useDraft.ts";
import { Checkbox } from "../../../components/form/Checkbox.tsx";
import { FormBody } from "../../../components/form/FormBody.tsx";
import { FormSection } from "../../../components/form/FormLayout.tsx";
import form from "../../../components/form/form.module.css";
import page from "../../../components/form/page.module.css";
import { TextAreaInput } from "../../../components/form/TextAreaInput.tsx";
import { useField } from "../../../components/form/useField.ts";
import { useGivenValues } from "../../../components/form/useGivenValues.ts";
import { checkKey } from "../../../components/imports/ImportPage.tsx";
import { useBack } from "../../../components/trail/trail.ts";
import { invitations } from "../../../i18n/ja/invitations.ts";
import { users } from "../../../i18n/ja/resources/users.ts";
import { workspaces } from "../../../i18n/ja/resources/workspaces.ts";
import { userImports } from "../../../i18n/ja/userImports.ts";
import { useApi } from "../../../providers/data/useApi.ts";
import { useUserProfile } from "../../../providers/signIn/userProfile.ts";
import { writeProblem } from "../../../writes/problem.ts";
import { useInvitedFrom } from "../Invited.tsx";
import { OrganizationOfMember } from "../OrganizationOfMember.tsx";
import { MemberRights } from "../UserFields.tsx";
import { INVITE_DRAFT, invitationFile, PASTED } from "./invitationFile.ts";
import { PEOPLE_LISTS, PEOPLE_RIGHTS } from "./peopleScopes.ts";

const text = userImports.invite;

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
  const profile = useUserProfile();
  if (!can(profile, PEOPLE_RIGHTS[scope])) return <Navigate to="/users" replace />;
  return <InviteForm scope={scope} />;
}

function InviteForm({ scope }: { scope: PeopleScope }) {
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
  return people.length > MOST_PEOPLE ? { addresses: text.tooMany } : {};
}

/** Into which workspaces the people come: those of the own or of the chosen organization, by name. */
function WorkspacesInput({ scope }: { scope: PeopleScope }) {
  const { field, frame } = useField({ source: "workspaces", label: workspaces.name });
  const organizationId: number | null = useWatch({ name: "organizationId" });
  const isKnown = scope === "members" || organizationId !== null;
  return (
    <fieldset className={form.choices}>
      <FormLabel component="legend">{frame.label}</FormLabel>
      {isKnown ? (
        <Choices organizationId={organizationId} chosen={field.value} onChange={field.onChange} />
      ) : (
        <p className="note">{text.noOrganization}</p>
      )}
    </fieldset>
  );
}

interface ChoicesProps {
  /** Null for the own one. */
  organizationId: number | null;
  chosen: readonly string[];
  onChange: (names: readonly string[]) => void;
}

function Choices({ organizationId, chosen, onChange }: ChoicesProps) {
  const { data } = useWorkspaces(organizationId);
  if (!data) return null;
  if (data.content.length === 0) return <p className="note">{text.noWorkspaces}</p>;
  return (
    <>
      {data.content.map(({ workspaceId, workspaceName: name }) => (
        <Checkbox
          key={workspaceId}
          label={name}
          checked={chosen.includes(name)}
          onChange={(checked) =>
            onChange(checked ? [...chosen, name] : chosen.filter((other) => other !== name))
          }
        />
      ))}
      {data.totalElements > data.content.length ? (
        <p className="note">{text.moreWorkspaces(data.content.length)}</p>
      ) : null}
    </>
  );
}

function useWorkspaces(organizationId: number | null) {
  const { api } = useApi();
  return useQuery({
    queryKey: ["workspaces", "choices", organizationId],
    queryFn: ({ signal }) => {
      const query = { size: MAX_PAGE_SIZE, sort: "workspaceName,asc" } as const;
      return organizationId === null
        ? api("GET /workspaces", { query, signal })
        : api("GET /organizations/{id}/workspaces", { id: organizationId, query, signal });
    },
  });
}
