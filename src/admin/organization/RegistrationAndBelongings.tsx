import Button from "@mui/material/Button";
import { useState } from "react";
import { LinkBase } from "react-admin";
import type { OrganizationOverview } from "../../../domain/organizations/overview.ts";
import { formatDateTime } from "../../../domain/text/dates.ts";
import { formatNumber } from "../../../domain/text/numbers.ts";
import { Card } from "../../components/display/Card.tsx";
import { Fact, Facts } from "../../components/display/Facts.tsx";
import { FailedPart, LoadingState } from "../../components/display/LoadError.tsx";
import { lazyDialog } from "../../components/load/lazyScreen.tsx";
import { organizationPage } from "../../i18n/ja/organizationPage.ts";
import { erasures } from "../../i18n/ja/resources/erasures.ts";
import type { OrganizationRecord } from "../../resources/records.ts";
import { useOverview } from "./OverviewCards.tsx";
import styles from "./organization.module.css";

const { belongings } = organizationPage;

/** Workspaces and dictionaries, which the organization manages itself. */
export function Belongings({ organizationId }: { organizationId: number }) {
  const { data, error } = useOverview(organizationId);
  return (
    <>
      <Card
        title={belongings.workspaces}
        note={data ? <Count>{belongings.items(formatNumber(data.workspaces.total))}</Count> : null}
      >
        {data ? <Workspaces {...data.workspaces} /> : null}
        {error ? <FailedPart error={error} /> : null}
        {data || error ? null : <LoadingState />}
      </Card>
      {data ? <Dictionaries overview={data} /> : null}
    </>
  );
}

function Workspaces({ content, total }: OrganizationOverview["workspaces"]) {
  if (total === 0) return <p className="quiet">{belongings.none}</p>;
  return (
    <>
      <ul className="ruled">
        {content.map(({ workspaceId, workspaceName, memberCount }) => (
          <li key={workspaceId} className="row gap-4-16 pad-8-0">
            <span className={`shrink ${styles.name}`}>{workspaceName}</span>
            <span className="numeric">{belongings.members(formatNumber(memberCount))}</span>
          </li>
        ))}
      </ul>
      <More count={total - content.length} />
    </>
  );
}

function Dictionaries({ overview }: { overview: OrganizationOverview }) {
  const { dictionaries, entryCount } = overview;
  const { content, total } = dictionaries;
  const sum = belongings.sum(formatNumber(total), formatNumber(entryCount));
  return (
    <Card title={belongings.dictionaries} note={<Count>{sum}</Count>}>
      {total === 0 ? <p className="quiet">{belongings.none}</p> : null}
      <ul className="ruled">
        {content.map((dictionary) => (
          <li key={dictionary.dictionaryId} className="row gap-4-16 pad-8-0">
            <span className={`shrink ${styles.name}`}>
              {dictionary.dictionaryName}
              <small className="note block">{dictionary.category}</small>
            </span>
            <span className="numeric">
              {belongings.entries(formatNumber(dictionary.entryCount))}
            </span>
          </li>
        ))}
      </ul>
      <More count={total - content.length} />
    </Card>
  );
}

function Count({ children }: { children: string }) {
  return <span className="quiet numeric">{children}</span>;
}

function More({ count }: { count: number }) {
  return count > 0 ? <p className="quiet above-8">{belongings.more(formatNumber(count))}</p> : null;
}

const erasure = erasures.link;

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
    <Card title={erasure.section}>
      <p>{erasure.hintOfOrganization}</p>
      <p className="wrap gap-4-16 quiet links above-8">
        <LinkBase to={`/organizations/${organization.id}/personal-data`}>{erasure.open}</LinkBase>
      </p>
    </Card>
  );
}
