import Button from "@mui/material/Button";
import { useState } from "react";
import { LinkBase } from "react-admin";
import { formatDateTime } from "../../../domain/text/dates.ts";
import { Card } from "../../components/display/Card.tsx";
import { Fact, Facts } from "../../components/display/Facts.tsx";
import { lazyDialog } from "../../components/load/lazyScreen.tsx";
import { organizationPage } from "../../i18n/ja/organizationPage.ts";
import { erasures } from "../../i18n/ja/resources/erasures.ts";
import type { OrganizationRecord } from "../../resources/records.ts";

const text = erasures.link;

const { addresses } = organizationPage;

interface OrganizationProps {
  organization: OrganizationRecord;
}

/** What is registered of the organization itself, and what is seldom changed. */
export function Registration({ organization }: OrganizationProps) {
  return (
    <>
      <Card title={organizationPage.registration}>
        <Facts few>
          <Fact source="organizationNo" copy={organization.organizationNo}>
            {organization.organizationNo}
          </Fact>
          <Fact source="organizationId">{organization.organizationId}</Fact>
          <Fact source="organizationNameKana">{organization.organizationNameKana ?? "―"}</Fact>
          <Fact source="createdAt">{formatDateTime(organization.createdAt)}</Fact>
          <Fact source="updatedAt">{formatDateTime(organization.updatedAt)}</Fact>
        </Facts>
      </Card>
      <AllowedAddresses organization={organization} />
      <PersonalData organization={organization} />
    </>
  );
}

const AddressesDialog = lazyDialog(
  async () => (await import("../../resources/organizations/AddressesDialog.tsx")).AddressesDialog,
);

/** From where the users of the organization may call, and the button that changes it. */
function AllowedAddresses({ organization }: OrganizationProps) {
  const [open, setOpen] = useState(false);
  const { allowedAddresses, addressesHeldAt } = organization;
  return (
    <Card
      title={addresses.title}
      actions={
        <Button variant="outlined" color="secondary" onClick={() => setOpen(true)}>
          {addresses.change}
        </Button>
      }
    >
      {addressesHeldAt === null ? null : <p>{addresses.held}</p>}
      <p>{allowedAddresses.length === 0 ? addresses.none : addresses.some}</p>
      {allowedAddresses.length === 0 ? null : (
        <ul className="bullets numeric above-8">
          {allowedAddresses.map((network) => (
            <li key={network}>{network}</li>
          ))}
        </ul>
      )}
      {open ? <AddressesDialog organization={organization} onClose={() => setOpen(false)} /> : null}
    </Card>
  );
}

function PersonalData({ organization }: OrganizationProps) {
  return (
    <Card title={text.section}>
      <p>{text.hintOfOrganization}</p>
      <p className="wrap gap-4-16 quiet links above-8">
        <LinkBase to={`/organizations/${organization.id}/personal-data`}>{text.open}</LinkBase>
      </p>
    </Card>
  );
}
