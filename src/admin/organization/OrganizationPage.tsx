import Button from "@mui/material/Button";
import { Suspense } from "react";
import { LinkBase, useCreatePath, useGetList, useLocation, useNavigate } from "react-admin";
import { resourceTopic } from "../../../domain/events.ts";
import { tokyoDate } from "../../../domain/text/dates.ts";
import { History } from "../../components/audit/History.tsx";
import { Copyable } from "../../components/copy/Copyable.tsx";
import { DetailPage } from "../../components/display/DetailPage.tsx";
import { FailedPart, LoadingState } from "../../components/display/LoadError.tsx";
import { RecordPage, RecordTitle } from "../../components/display/RecordPage.tsx";
import order from "../../components/load/inOrder.module.css";
import { lazyDialog, lazyScreen } from "../../components/load/lazyScreen.tsx";
import { organizationPage as text } from "../../i18n/ja/organizationPage.ts";
import { organizations } from "../../i18n/ja/resources/organizations.ts";
import { useLiveReads } from "../../providers/live/useLiveReads.ts";
import type { ContractRecord, OrganizationRecord } from "../../resources/records.ts";
import { CurrentContract } from "./CurrentContract.tsx";
import { OpenAlerts, PeopleCard, RecentChanges, TimelineCard } from "./OverviewCards.tsx";
import styles from "./organization.module.css";
import { Belongings, Registration } from "./RegistrationAndBelongings.tsx";
import { WaysCards } from "./ways/WaysCards.tsx";

const TITLE = organizations.name;
const LIST = { to: "/organizations", name: text.list };

/**
 * What a company has, until when, how full it is, who its admin is and what was changed. It stands at
 * both paths of the record: at that of its form with the dialog that edits the name, to which the
 * history leads. Below it stands the set-up of single sign-on.
 */
export function OrganizationPage() {
  const isSso = useLocation().pathname.endsWith("/sso");
  return (
    <RecordPage<OrganizationRecord> failed={{ title: TITLE, back: LIST }}>
      {(organization) =>
        isSso ? (
          <Suspense fallback={<LoadingState />}>
            <SsoPage organization={organization} />
          </Suspense>
        ) : (
          <OrganizationSections organization={organization} />
        )
      }
    </RecordPage>
  );
}

const SsoPage = lazyScreen(async () => (await import("./ways/SsoPage.tsx")).SsoPage);

const NameDialog = lazyDialog(
  async () => (await import("../../resources/organizations/NameDialog.tsx")).NameDialog,
);

function OrganizationSections({ organization }: { organization: OrganizationRecord }) {
  const { id, organizationId } = organization;
  const createPath = useCreatePath();
  const navigate = useNavigate();
  const isShown = useLocation().pathname.endsWith("/show");
  useLiveReads(resourceTopic("organizations", organizationId), "organizations");
  useLiveReads(resourceTopic("users"), "organizations");
  useLiveReads(resourceTopic("workspaces"), "organizations");
  useLiveReads(resourceTopic("dictionaries"), "organizations");
  useLiveReads(resourceTopic("alerts"), "organizations");
  useLiveReads(resourceTopic("contracts"), "contracts");
  const page = { resource: "organizations", id };
  const stack = `stack gap-16 ${order.inOrder}`;
  return (
    <DetailPage>
      <RecordTitle
        title={TITLE}
        back={LIST}
        facts={
          <Copyable
            label={organizations.fields.organizationNo}
            value={organization.organizationNo}
          />
        }
        actions={
          <Button
            variant="outlined"
            color="secondary"
            component={LinkBase}
            to={createPath({ ...page, type: "edit" })}
            replace
          >
            {text.rename}
          </Button>
        }
      />
      <Contracts organization={organization} />
      <div className={`top stack gap-16 ${styles.halves} ${order.stacked}`}>
        <div className={stack}>
          <OpenAlerts organizationId={organizationId} />
          <Belongings organizationId={organizationId} />
          <WaysCards organization={organization} />
        </div>
        <div className={stack}>
          <RecentChanges organizationId={organizationId} />
          <Registration organization={organization} />
        </div>
      </div>
      <History kind="organization" id={organizationId} record={organization} />
      {isShown ? null : (
        <NameDialog
          organization={organization}
          onClose={() => navigate(createPath({ ...page, type: "show" }), { replace: true })}
        />
      )}
    </DetailPage>
  );
}

/** The most contracts that a page shows; an older one stands in the list. */
const MOST = 100;

function Contracts({ organization }: { organization: OrganizationRecord }) {
  const { organizationId } = organization;
  const today = tokyoDate(new Date());
  const {
    data: contracts,
    total = 0,
    error,
  } = useGetList<ContractRecord>("contracts", {
    filter: { organizationId },
    pagination: { page: 1, perPage: MOST },
    sort: { field: "startDate", order: "DESC" },
  });
  if (!contracts) return error ? <FailedPart error={error} /> : <LoadingState />;
  return (
    <>
      <div className={`top stack gap-16 ${styles.top} ${order.stacked}`}>
        <CurrentContract organization={organization} contracts={contracts} today={today} />
        <PeopleCard organization={organization} />
      </div>
      <TimelineCard organization={organization} contracts={contracts} total={total} today={today} />
    </>
  );
}
