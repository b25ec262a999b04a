import DeleteIcon from "@mui/icons-material/DeleteOutlined";
import DownloadIcon from "@mui/icons-material/DownloadOutlined";
import EditIcon from "@mui/icons-material/EditOutlined";
import LearnIcon from "@mui/icons-material/SpellcheckOutlined";
import TuneIcon from "@mui/icons-material/Tune";
import Button from "@mui/material/Button";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { LinkBase, useCanAccess, useNavigate } from "react-admin";
import { resourceTopic } from "../../../../domain/events.ts";
import { formatDateTime } from "../../../../domain/text/dates.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { useMayRead } from "../../../components/audit/History.tsx";
import { ActionButton } from "../../../components/display/ActionButton.tsx";
import { Fact, Facts } from "../../../components/display/Facts.tsx";
import { PageTitle } from "../../../components/display/PageTitle.tsx";
import { useReservedSpace } from "../../../components/display/useReservedSpace.ts";
import { lazyDialog } from "../../../components/load/lazyScreen.tsx";
import { rememberRecord } from "../../../components/recent/recentRecords.ts";
import { app } from "../../../i18n/ja/app.ts";
import { dictionaries } from "../../../i18n/ja/resources/dictionaries.ts";
import { entries } from "../../../i18n/ja/resources/entries.ts";
import { preview } from "../../../i18n/ja/resources/preview.ts";
import { useApi } from "../../../providers/data/useApi.ts";
import type { EditLockHandle } from "../../../providers/live/useEditLock.ts";
import { useLiveReads } from "../../../providers/live/useLiveReads.ts";
import type { DictionaryRecord } from "../../records.ts";
import { PLAIN_CSV } from "../export/exportRequest.ts";
import { heldSentence, LockState, undeletableSentence } from "../LockState.tsx";
import { dictionaryPath, LIST, learnPath, TABS, type Tab } from "../paths.ts";
import { ReflectionState } from "../ReflectionState.tsx";
import { WorkspaceNames } from "../WorkspaceNames.tsx";
import styles from "./detail.module.css";

const PROPOSALS = resourceTopic("proposals");

interface DictionaryHeadProps {
  dictionary: DictionaryRecord;
  editLock: EditLockHandle;
  tab: Tab | "edit";
}

/** What a dictionary is and what can be done with it, on few lines: the words need the room. */
export function DictionaryHead({ dictionary, editLock, tab }: DictionaryHeadProps) {
  const { dictionaryId, dictionaryName } = dictionary;
  useEffect(() => {
    rememberRecord("dictionaries", dictionaryId, dictionaryName);
  }, [dictionaryId, dictionaryName]);
  return (
    <div className={`stack gap-4 ${styles.head}`}>
      <PageTitle
        title={dictionaryName}
        of={dictionaries.tabs[tab === "" ? "entries" : tab]}
        back={LIST}
        passing
        extra={<span className="note pill shaded pad-1-8">{dictionary.category}</span>}
        actions={
          <>
            <Button
              component={LinkBase}
              to={learnPath(dictionaryId)}
              variant="outlined"
              color="secondary"
            >
              <LearnIcon />
              <span>{preview.learn}</span>
            </Button>
            <Downloads dictionary={dictionary} />
            <WritingActions dictionary={dictionary} editLock={editLock} />
          </>
        }
      />
      <div className={`flex gap-12 align-start ${styles.facts}`}>
        <About dictionary={dictionary} />
        <LockState dictionary={dictionary} />
      </div>
      <Tabs dictionary={dictionary} tab={tab} />
    </div>
  );
}

/** The properties on one line, which unfolds. */
function About({ dictionary }: { dictionary: DictionaryRecord }) {
  const { dictionaryId, workspaceIds, description, createdAt, updatedAt } = dictionary;
  return (
    <details className={`shrink ${styles.about}`}>
      <summary>
        <span className="visually-hidden">{dictionaries.detail.title}</span>
        <span className={`line gap-8 nowrap shrink clip ${styles.line}`}>
          <span className="fixed note">{dictionaries.fields.workspaceIds}</span>
          <WorkspaceNames ids={workspaceIds} most={2} />
          <span className={`shrink clip ${styles.description}`}>{description}</span>
        </span>
      </summary>
      <Facts>
        <Fact source="workspaceIds">
          <WorkspaceNames ids={workspaceIds} />
        </Fact>
        <Fact source="dictionaryId">{dictionaryId}</Fact>
        <Fact source="createdAt">{formatDateTime(createdAt)}</Fact>
        <Fact source="updatedAt">{formatDateTime(updatedAt)}</Fact>
        <Fact source="description" wide>
          {description || dictionaries.detail.noDescription}
        </Fact>
      </Facts>
    </details>
  );
}

function Tabs({ dictionary, tab }: Omit<DictionaryHeadProps, "editLock">) {
  const { dictionaryId, entryCount } = dictionary;
  const text = dictionaries.tabs;
  const { canAccess: mayWrite } = useCanAccess({ resource: "dictionaries", action: "edit" });
  const open = useOpenProposals(dictionaryId, mayWrite === true);
  const shown = { proposals: mayWrite, import: mayWrite, history: useMayRead("dictionary") };
  const strip = useRef<HTMLElement>(null);
  // On a phone the strip is wider than the window. Only the strip itself scrolls, also where a tab before
  // the current one becomes wider later.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is current, or more are shown
  useLayoutEffect(() => {
    const scroller = strip.current;
    const current = scroller?.querySelector<HTMLElement>("[aria-current]");
    if (!scroller || !current) return;
    const centre = () => {
      const { offsetLeft, offsetWidth } = current;
      scroller.scrollLeft = offsetLeft - (scroller.clientWidth - offsetWidth) / 2;
    };
    centre();
    const sizes = new ResizeObserver(centre);
    for (const each of scroller.children) sizes.observe(each);
    return () => sizes.disconnect();
  }, [tab, shown.import, shown.history]);
  const labels: Record<Tab, ReactNode> = {
    "": entries.action.openCount(formatNumber(entryCount)),
    // As wide before the number is read.
    proposals: text.proposalCount(open === undefined ? "\u2007" : formatNumber(open)),
    import: text.import,
    fitness: text.fitness,
    health: text.health,
    reflection: (
      <>
        {text.reflection}
        <span className={`caption regular ${styles.state}`}>
          <ReflectionState dictionary={dictionary} />
        </span>
      </>
    ),
    history: text.history,
  };
  return (
    <nav
      ref={strip}
      className={`flex gap-4 screen-only relative line-below scroll-x ${styles.tabs}`}
      aria-label={text.label}
    >
      {TABS.filter((each) => !(each in shown) || Reflect.get(shown, each)).map((each) => (
        <LinkBase
          key={each}
          to={dictionaryPath(dictionaryId, each)}
          aria-current={each === tab ? "page" : undefined}
        >
          {labels[each]}
        </LinkBase>
      ))}
    </nav>
  );
}

/** How many proposals wait; undefined until it is read, and for those who do not decide. */
function useOpenProposals(dictionaryId: number, isAsked: boolean): number | undefined {
  const { api } = useApi();
  useLiveReads(PROPOSALS, "proposals");
  const { data } = useQuery({
    queryKey: ["proposals", "count", dictionaryId],
    queryFn: async ({ signal }) => {
      const query = { dictionaryId: String(dictionaryId), size: "1" };
      return (await api("GET /proposals", { query, signal })).totalElements;
    },
    enabled: isAsked,
  });
  return data;
}

const CsvDialog = lazyDialog(
  async () => (await import("../../../components/csv/CsvDialog.tsx")).CsvDialog,
);
const ExportDialog = lazyDialog(
  async () => (await import("../export/ExportDialog.tsx")).ExportDialog,
);

/** The file that loses nothing by one press, and any other by a choice. */
function Downloads({ dictionary }: { dictionary: DictionaryRecord }) {
  const { dictionaryId: id, entryCount } = dictionary;
  const [open, setOpen] = useState<"csv" | "others">();
  const text = dictionaries.export;
  const reason = entryCount === 0 ? text.impossible : null;
  const close = () => setOpen(undefined);
  return (
    <>
      <ActionButton reason={reason} onClick={() => setOpen("csv")}>
        <DownloadIcon />
        <span>{app.csv.download}</span>
      </ActionButton>
      <ActionButton reason={reason} onClick={() => setOpen("others")}>
        <TuneIcon />
        <span>{text.open}</span>
      </ActionButton>
      {open === "csv" ? (
        <CsvDialog
          file={{
            endpoint: "GET /dictionaries/{id}/export",
            id,
            shown: { filter: PLAIN_CSV },
            total: entryCount,
          }}
          onClose={close}
        />
      ) : null}
      {open === "others" ? <ExportDialog dictionary={dictionary} onClose={close} /> : null}
    </>
  );
}

const DeleteRecord = lazyDialog(
  async () => (await import("../../../components/dialog/DeleteRecord.tsx")).DeleteRecord,
);

/** Shown only with the right to write; an impossible action is disabled and says why. */
function WritingActions({ dictionary, editLock }: Omit<DictionaryHeadProps, "tab">) {
  const navigate = useNavigate();
  const { isRefused, reserved } = useReservedSpace({ resource: "dictionaries", action: "edit" });
  const [deleting, setDeleting] = useState(false);
  if (isRefused) return null;

  const { lock } = editLock;
  const { entryCount } = dictionary;
  const holder = "holder" in lock ? lock.holder : null;
  return (
    <div className={styles.writing} {...reserved}>
      <ActionButton
        reason={holder && heldSentence(holder)}
        onClick={() => navigate(dictionaryPath(dictionary.dictionaryId, "edit"))}
      >
        <EditIcon />
        <span>{dictionaries.detail.edit}</span>
      </ActionButton>
      <ActionButton
        danger
        reason={holder && undeletableSentence(holder)}
        onClick={() => setDeleting(true)}
      >
        <DeleteIcon />
        <span>{dictionaries.detail.delete}</span>
      </ActionButton>
      {deleting ? (
        <DeleteRecord
          resource="dictionaries"
          record={dictionary}
          name={dictionary.dictionaryName}
          texts={dictionaries.remove}
          notice={dictionaries.notifications.deleted}
          detail={dictionary.category}
          onClose={() => setDeleting(false)}
        >
          {entryCount > 0 && <p>{dictionaries.remove.entries(formatNumber(entryCount))}</p>}
        </DeleteRecord>
      ) : null}
    </div>
  );
}
