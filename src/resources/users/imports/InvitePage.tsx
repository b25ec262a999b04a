import { useQuery } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";
import { useNavigate } from "react-admin";
import { Navigate } from "react-router";
import { can } from "../../../../domain/access.ts";
import { rolesCell, SEPARATORS } from "../../../../domain/userImports/cells.ts";
import { personHeadings } from "../../../../domain/userImports/labels.ts";
import { MOST_PEOPLE, scopeFields } from "../../../../domain/userImports/rules.ts";
import { roleLabels } from "../../../../domain/users/labels.ts";
import { type PastedPerson, pastedPeople } from "../../../../domain/users/pastedPeople.ts";
import { ActionButton } from "../../../components/display/ActionButton.tsx";
import { DetailPage } from "../../../components/display/DetailPage.tsx";
import { PageTitle } from "../../../components/display/PageTitle.tsx";
import { Section } from "../../../components/display/Section.tsx";
import form from "../../../components/form/form.module.css";
import { LeaveGuard } from "../../../components/form/UnsavedGuard.tsx";
import styles from "../../../components/upload/fileImport.module.css";
import { userImports } from "../../../i18n/ja/userImports.ts";
import { useApi } from "../../../providers/data/useApi.ts";
import { useUserProfile } from "../../../providers/signIn/userProfile.ts";
import { useSubmit } from "../../../writes/useSubmit.ts";
import { MEMBER_LIST } from "../members/memberValues.ts";

const text = userImports.invite;
const MOST_WORKSPACES = 100;

/** /users/invite: invites the people of a pasted list, by the same way as a file of them. */
export function InvitePage() {
  const profile = useUserProfile();
  if (!can(profile, "member.manage")) return <Navigate to="/users" replace />;
  return <InviteForm />;
}

function InviteForm() {
  const { api } = useApi();
  const navigate = useNavigate();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [pasted, setPasted] = useState("");
  const [refused, setRefused] = useState<string>();
  const [flags, setFlags] = useState({ isOrganizationAdmin: false, isDictionaryAdmin: false });
  const [workspaces, setWorkspaces] = useState<readonly string[]>([]);
  const { pending, problem, submit } = useSubmit();
  const { people, unread } = pastedPeople(pasted);

  async function check() {
    const sentence = refusal();
    setRefused(sentence);
    if (sentence) return field.current?.focus();
    const roles = rolesCell({ isSystemAdmin: false, ...flags });
    const file = fileOf(people, roles, workspaces.join(SEPARATORS.workspaces));
    const { result } = await submit(() =>
      api("POST /user-imports", { body: { file }, onUpload: () => {} }),
    );
    if (result) navigate(`/users/import?import=${result.userImportId}&pasted`);
  }

  function refusal(): string | undefined {
    if (unread.length > 0) return text.unread(unread);
    if (people.length === 0) return text.none;
    return people.length > MOST_PEOPLE ? text.tooMany : undefined;
  }

  const told = refused ?? problem?.message;
  return (
    <DetailPage>
      <PageTitle title={text.title} back={MEMBER_LIST} passing />
      <Section heading={text.section}>
        <div className={styles.stack}>
          <div>
            <label htmlFor={id} className={form.label}>
              {text.addresses}
            </label>
            <textarea
              id={id}
              ref={field}
              className={form.control}
              rows={6}
              value={pasted}
              aria-invalid={refused ? true : undefined}
              aria-describedby={`${id}hint ${id}problem`}
              onChange={({ target }) => setPasted(target.value)}
            />
            <p id={`${id}hint`} className={styles.note}>
              {text.hint}
            </p>
            <p role="status" className={styles.note}>
              {people.length > 0 ? text.counted(people.length) : null}
            </p>
          </div>
          <fieldset className={form.choices}>
            <legend className={form.label}>{text.rights}</legend>
            {(["organizationAdmin", "dictionaryAdmin"] as const).map((role) => {
              const flag =
                role === "organizationAdmin" ? "isOrganizationAdmin" : "isDictionaryAdmin";
              return (
                <Checkbox
                  key={role}
                  label={roleLabels[role]}
                  checked={flags[flag]}
                  onChange={(checked) => setFlags({ ...flags, [flag]: checked })}
                />
              );
            })}
          </fieldset>
          <Workspaces chosen={workspaces} onChange={setWorkspaces} />
          <div className={styles.submit}>
            <ActionButton primary reason={null} pending={pending} onClick={() => void check()}>
              {pending ? text.reading : text.submit}
            </ActionButton>
            <p id={`${id}problem`} role="alert" className={styles.refusal}>
              {told}
            </p>
          </div>
        </div>
      </Section>
      <LeaveGuard unsaved={pasted !== "" && !pending} />
    </DetailPage>
  );
}

interface WorkspacesProps {
  chosen: readonly string[];
  onChange: (names: readonly string[]) => void;
}

function Workspaces({ chosen, onChange }: WorkspacesProps) {
  const { api } = useApi();
  const { data } = useQuery({
    queryKey: ["workspaces", "choices"],
    queryFn: ({ signal }) =>
      api("GET /workspaces", {
        query: { size: MOST_WORKSPACES, sort: "workspaceName,asc" },
        signal,
      }),
  });
  return (
    <fieldset className={form.choices}>
      <legend className={form.label}>{text.workspaces}</legend>
      {data?.content.length === 0 ? <p className={styles.note}>{text.noWorkspaces}</p> : null}
      {data?.content.map(({ workspaceId, workspaceName: name }) => (
        <Checkbox
          key={workspaceId}
          label={name}
          checked={chosen.includes(name)}
          onChange={(checked) =>
            onChange(checked ? [...chosen, name] : chosen.filter((other) => other !== name))
          }
        />
      ))}
    </fieldset>
  );
}

interface CheckboxProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

function Checkbox({ label, checked, onChange }: CheckboxProps) {
  return (
    <label className={form.checkbox}>
      <input
        type="checkbox"
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span>{label}</span>
    </label>
  );
}

/** The people as a file that the import reads. */
function fileOf(people: readonly PastedPerson[], roles: string, workspaces: string): File {
  const fields = scopeFields.members.filter((field) => field !== "userNameKana");
  const lines = people.map((person) => {
    const cells = { ...person, roles, workspaces, userNameKana: "", organizationNo: "" };
    return fields.map((field) => quoted(cells[field]));
  });
  const head = fields.map((field) => personHeadings[field]);
  const content = [head, ...lines].map((cells) => `${cells.join(",")}\r\n`).join("");
  return new File([`\ufeff${content}`], text.fileName, { type: "text/csv" });
}

/** In quotes, and with ' before what a spreadsheet would take for a formula, as an export has it. */
function quoted(cell: string): string {
  const defused = /^['=+\-@＝＋－＠]/u.test(cell) ? `'${cell}` : cell;
  return `"${defused.replaceAll('"', '""')}"`;
}
