import { type ReactNode, Suspense, useRef } from "react";
import { ListBase, ResourceContextProvider, useGetOne, useGetRecordId } from "react-admin";
import { Navigate, useLocation, useParams } from "react-router";
import { NotFound } from "../../../area/statePages.tsx";
import { LoadingState } from "../../../components/display/LoadError.tsx";
import { PageError, PageSkeleton } from "../../../components/display/PageState.tsx";
import { lazyPart } from "../../../components/load/lazyScreen.tsx";
import { dictionaries } from "../../../i18n/ja/resources/dictionaries.ts";
import { type EditLockHandle, useEditLock } from "../../../providers/live/useEditLock.ts";
import { isMissing } from "../../../providers/problems/answerStatus.ts";
import type { DictionaryRecord } from "../../records.ts";
import { EntriesScreen } from "../entries/EntriesScreen.tsx";
import { PAGE_ROWS } from "../entries/entryPages.ts";
import { RequestFoot } from "../form/EditRequests.tsx";
import { LockStateBanner } from "../form/LockStateBanner.tsx";
import { useAdmission, useBegin } from "../form/useBegin.ts";
import { dictionaryPath, LIST, TABS, type Tab, type TabProps } from "../paths.ts";
import { useLiveDictionaries, useLiveReflection } from "../ReflectionState.tsx";
import { DictionaryHead } from "./DictionaryHead.tsx";

const SORT = { field: "entryId", order: "ASC" } as const;
// The grid reads its pages itself; the list keeps the conditions and their address.
const NO_READ = { enabled: false };

/** The entries of a dictionary, to search and, under its lock, to edit. */
function EntriesTab(props: TabProps) {
  return (
    <ResourceContextProvider value="entries">
      <ListBase
        resource="entries"
        storeKey={`entries.${props.dictionary.dictionaryId}`}
        sort={SORT}
        perPage={PAGE_ROWS}
        queryOptions={NO_READ}
        disableAuthentication
      >
        <EntriesScreen {...props} />
      </ListBase>
    </ResourceContextProvider>
  );
}

const TITLE = dictionaries.name;
// The page shows the error itself; react-admin would report any error as a missing record.
const QUIET = { onError: () => {} };

/** Pages of their own until the words became the page of a dictionary. */
const MOVED = ["entries", "show"];

/** /dictionaries/{id}: the words of a dictionary below its head, and its other tabs. */
export function DictionaryPage() {
  const { "*": path = "" } = useParams();
  const { search } = useLocation();
  const id = Number(useGetRecordId());
  if (MOVED.includes(path)) {
    return <Navigate to={{ pathname: dictionaryPath(id), search }} replace />;
  }
  const tab = path === "edit" ? path : TABS.find((each) => each === path);
  return tab === undefined ? <NotFound /> : <LiveDictionary key={id} id={id} tab={tab} />;
}

type At = Tab | "edit";

function LiveDictionary({ id, tab }: { id: number; tab: At }) {
  useLiveDictionaries(id);
  useLiveReflection();
  const { data, error } = useGetOne<DictionaryRecord>("dictionaries", { id }, QUIET);
  // If a reload fails, the shown data stays.
  if (data && !isMissing(error)) return <OpenDictionary dictionary={data} tab={tab} />;
  if (error) return <PageError title={TITLE} back={LIST} error={error} />;
  return <PageSkeleton title={TITLE} />;
}

function OpenDictionary({ dictionary, tab }: { dictionary: DictionaryRecord; tab: At }) {
  const editLock = useEditLock("dictionaries", dictionary.dictionaryId);
  return (
    <div className="stack gap-12">
      <DictionaryHead dictionary={dictionary} editLock={editLock} tab={tab} />
      <Suspense fallback={<LoadingState />}>{content()}</Suspense>
    </div>
  );

  function content() {
    const Part = PARTS[tab];
    const part = <Part dictionary={dictionary} editLock={editLock} />;
    return LOCKING.has(tab) ? (
      part
    ) : (
      <Beside dictionaryId={dictionary.dictionaryId} editLock={editLock}>
        {part}
      </Beside>
    );
  }
}

/** The words come with the page, the others when they are opened. */
const PARTS = {
  "": EntriesTab,
  edit: lazyPart<TabProps>(async () => (await import("../form/DictionaryEdit.tsx")).DictionaryEdit),
  proposals: lazyPart<TabProps>(
    async () => (await import("../proposals/ProposalsTab.tsx")).ProposalsTab,
  ),
  import: lazyPart<TabProps>(async () => (await import("../imports/ImportTab.tsx")).ImportTab),
  fitness: lazyPart<TabProps>(async () => (await import("../fitness/FitnessTab.tsx")).FitnessTab),
  health: lazyPart<TabProps>(async () => (await import("../health/HealthCheck.tsx")).HealthTab),
  reflection: lazyPart<TabProps>(
    async () => (await import("./DictionaryReflection.tsx")).DictionaryReflection,
  ),
  history: lazyPart<TabProps>(
    async () => (await import("./DictionaryHistory.tsx")).DictionaryHistory,
  ),
};

/** They need the lock, and say themselves how it is. */
const LOCKING: ReadonlySet<At> = new Set(["", "edit", "import"]);

interface BesideProps {
  dictionaryId: number;
  editLock: EditLockHandle;
  children: ReactNode;
}

/** A tab that only shows something, under the lock that the page may hold. */
function Beside({ dictionaryId, editLock, children }: BesideProps) {
  const { isAdmitted } = useAdmission();
  const begin = useBegin(editLock, false);
  const part = useRef<HTMLDivElement>(null);
  return (
    <>
      {isAdmitted ? (
        <LockStateBanner
          quiet
          editLock={editLock}
          focusTo={part}
          errorMessage={begin.errorMessage}
          input="none"
          onBegin={() => void begin.begin()}
          onTakeOver={() => void begin.takeOver()}
        />
      ) : null}
      <div ref={part} tabIndex={-1}>
        {children}
      </div>
      <RequestFoot dictionaryId={dictionaryId} editLock={editLock} focusTo={part} />
    </>
  );
}
