import { useRecordContext } from "react-admin";
import { formatDateTime } from "../../../domain/dates.ts";
import { Fact, Facts } from "../../components/display/Facts.tsx";
import { Count, CurrentContract } from "./organizationColumns.tsx";
import type { OrganizationRecord } from "./organizationRecord.ts";

export function OrganizationFacts() {
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
