import { LinkBase, type TransformData, useCreatePath, useRecordContext } from "react-admin";
import { organizationUpdate } from "../../../domain/organizations/schemas.ts";
import { formatDateTime } from "../../../domain/text/dates.ts";
import { History } from "../../components/audit/History.tsx";
import { Fact, Facts } from "../../components/display/Facts.tsx";
import { EditPage } from "../../components/form/EditPage.tsx";
import { FormSection } from "../../components/form/FormLayout.tsx";
import { NameInputs } from "../../components/form/NameInputs.tsx";
import { validateWith } from "../../components/form/validateWith.ts";
import { useTranslate } from "../../i18n/translate.ts";
import type { OrganizationRecord } from "../records.ts";
import { Count, CurrentContract } from "./organizationColumns.tsx";
import styles from "./organizations.module.css";

const LIST = { to: "/organizations", name: "resources.organizations.edit.list" };

export function OrganizationEdit() {
  return (
    <EditPage
      title="resources.organizations.edit.title"
      back={LIST}
      redirect="list"
      validate={validate}
      transform={organizationChanges}
      aside={
        <>
          <FormSection title="resources.organizations.edit.factsSection">
            <OrganizationFacts />
            <OrganizationLinks />
          </FormSection>
          <OrganizationHistory />
        </>
      }
    >
      <FormSection
        title="resources.organizations.edit.nameSection"
        description="resources.organizations.edit.nameHint"
      >
        <NameInputs source="organizationName" />
      </FormSection>
    </EditPage>
  );
}

/** The form holds the whole record; only the name and its reading are sent. */
const nameOf = ({ organizationName, organizationNameKana }: Record<string, unknown>) => ({
  organizationName,
  organizationNameKana,
});
const errorsOf = validateWith(organizationUpdate);
const validate = (values: Record<string, unknown>) => errorsOf(nameOf(values));

const organizationChanges: TransformData = (values) => {
  const name = nameOf(values);
  return organizationUpdate.safeParse(name).data ?? name;
};

function OrganizationHistory() {
  const organization = useRecordContext<OrganizationRecord>();
  if (!organization) return null;
  return <History kind="organization" id={organization.organizationId} record={organization} />;
}

function OrganizationLinks() {
  const translate = useTranslate();
  const createPath = useCreatePath();
  const organization = useRecordContext<OrganizationRecord>();
  if (!organization) return null;
  const ofIt = `?filter=${encodeURIComponent(JSON.stringify({ organizationId: organization.id }))}`;
  const current = organization.currentContractId;
  return (
    <p className={styles.links}>
      {current === null ? null : (
        <LinkBase to={createPath({ resource: "contracts", type: "show", id: current })}>
          {translate("resources.organizations.edit.currentContract")}
        </LinkBase>
      )}
      <LinkBase to={`/contracts${ofIt}`}>
        {translate("resources.organizations.edit.contracts")}
      </LinkBase>
      <LinkBase to={`/users${ofIt}`}>{translate("resources.organizations.edit.users")}</LinkBase>
      <LinkBase to={`/audit-events${ofIt}`}>
        {translate("resources.organizations.edit.auditEvents")}
      </LinkBase>
    </p>
  );
}

function OrganizationFacts() {
  const organization = useRecordContext<OrganizationRecord>();
  if (!organization) return null;
  return (
    <Facts>
      <Fact source="organizationNo">{organization.organizationNo}</Fact>
      <Fact source="organizationId">{organization.organizationId}</Fact>
      <Fact source="currentContractStatus">
        <CurrentContract organization={organization} />
      </Fact>
      <Fact source="userCount">
        <Count of="users" count={organization.userCount} />
      </Fact>
      <Fact source="workspaceCount">
        <Count of="items" count={organization.workspaceCount} />
      </Fact>
      <Fact source="dictionaryCount">
        <Count of="items" count={organization.dictionaryCount} />
      </Fact>
      <Fact source="createdAt">{formatDateTime(organization.createdAt)}</Fact>
      <Fact source="updatedAt">{formatDateTime(organization.updatedAt)}</Fact>
    </Facts>
  );
}
