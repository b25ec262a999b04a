import Button from "@mui/material/Button";
import { useMemo, useState } from "react";
import { LinkBase, ListContextProvider, ResourceContextProvider, useList } from "react-admin";
import { DICTIONARY_CATEGORIES } from "../../../../domain/dictionaries/rules.ts";
import { MOST_MATCHES } from "../../../../domain/preview/rules.ts";
import type { PreviewMatch } from "../../../../domain/preview/schemas.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { Section } from "../../../components/display/Section.tsx";
import type { Column } from "../../../components/list/column.ts";
import { DataTable } from "../../../components/list/DataTable.tsx";
import { Pager } from "../../../components/list/Pager.tsx";
import { previewPage } from "../../../i18n/ja/previewPage.ts";
import { entriesPath } from "../paths.ts";
import { CategoryMark, MarkedText } from "./MarkedText.tsx";
import styles from "./preview.module.css";
import {
  type CheckedText,
  type FoundEntry,
  foundEntries,
  type Passage,
  type UsedMatch,
  usedMatches,
} from "./previewMatches.ts";

const NOTHING: Passage = { start: 0, end: 0, surface: "" };

interface PreviewReportProps {
  checked: CheckedText;
  /** 単語を追加, or for people who cannot 単語を提案. */
  action: string;
  /** Undefined until it is known which. */
  onAdd: ((passage: Passage) => void) | undefined;
}

export function PreviewReport({ checked, action, onAdd }: PreviewReportProps) {
  const { matches, truncated } = checked;
  const used = useMemo(() => usedMatches(matches), [matches]);
  const [chosen, setChosen] = useState({ matches, index: 0 });
  const index = chosen.matches === matches ? chosen.index : 0;
  return (
    <>
      <Section
        title={previewPage.result}
        actions={
          onAdd ? (
            <Button variant="outlined" onClick={() => onAdd(NOTHING)}>
              {action}
            </Button>
          ) : null
        }
      >
        <p role="status" className="note numeric">
          {matches.length === 0
            ? previewPage.none
            : previewPage.found(formatNumber(used.length), formatNumber(matches.length))}
          {truncated ? <span>{previewPage.truncated(formatNumber(MOST_MATCHES))}</span> : null}
        </p>
        {used.length > 0 ? (
          <ul className="wrap gap-4-16 body-text above-8">
            {DICTIONARY_CATEGORIES.toReversed().map((category) => (
              <li key={category}>
                <CategoryMark category={category}>{category}</CategoryMark>
              </li>
            ))}
          </ul>
        ) : null}
        <div className={`grid top gap-16 above ${styles.columns}`}>
          <MarkedText
            checked={checked}
            used={used}
            current={index}
            onChoose={(chosenIndex) => setChosen({ matches, index: chosenIndex })}
            action={action}
            onAdd={onAdd}
          />
          <MatchDetails chosen={used[index]} />
        </div>
      </Section>
      {matches.length > 0 ? (
        <Section title={previewPage.entries}>
          <FoundEntries matches={matches} />
        </Section>
      ) : null}
    </>
  );
}

const PAGE_SIZE = 20;

const columns: readonly Column<FoundEntry>[] = [
  { source: "surface", label: previewPage.fields.surface, long: true },
  { source: "reading", label: previewPage.fields.reading, long: true },
  { source: "dictionaryName", label: previewPage.fields.dictionaryName, long: true },
  { source: "category", label: previewPage.fields.category, width: 110, noWrap: true },
  {
    source: "used",
    label: previewPage.fields.used,
    width: 110,
    align: "end",
    render: ({ used }) => formatNumber(used),
  },
  {
    source: "found",
    label: previewPage.fields.found,
    width: 110,
    align: "end",
    render: ({ found }) => formatNumber(found),
  },
];

/** Every entry that was found, with its counts. */
function FoundEntries({ matches }: { matches: readonly PreviewMatch[] }) {
  const data = useMemo(() => foundEntries(matches), [matches]);
  const entries = useList({ data, perPage: PAGE_SIZE });
  const { page, setPage, total = 0 } = entries;
  return (
    <ResourceContextProvider value="preview">
      <ListContextProvider value={entries}>
        <DataTable columns={columns} rowLink={entryPath} />
        <div className="above">
          <Pager
            page={page - 1}
            size={PAGE_SIZE}
            total={total}
            onPage={(index) => setPage(index + 1)}
          />
        </div>
      </ListContextProvider>
    </ResourceContextProvider>
  );
}

/** The entry used at the chosen mark, and those that it is preferred to. */
function MatchDetails({ chosen }: { chosen: UsedMatch | undefined }) {
  if (!chosen) return null;
  return (
    <section
      className={`body-text round-card shaded pad-8-16 edge scroll ${styles.details}`}
      aria-live="polite"
      aria-label={previewPage.details}
    >
      <h3 className="note strong">{previewPage.used}</h3>
      <Detail match={chosen.match} />
      {chosen.others.length > 0 ? (
        <>
          <h3 className="note strong above">{previewPage.others}</h3>
          <ul>
            {chosen.others.slice(0, SHOWN).map((other) => (
              <li key={`${other.start} ${other.end} ${other.entryId}`}>
                <Detail match={other} />
              </li>
            ))}
          </ul>
          {chosen.others.length > SHOWN ? (
            <p>{previewPage.more(chosen.others.length - SHOWN)}</p>
          ) : null}
        </>
      ) : null}
    </section>
  );
}

const SHOWN = 20;

function Detail({ match }: { match: PreviewMatch }) {
  return (
    <div className={styles.detail}>
      <p>
        <LinkBase to={entryPath(match)}>{match.surface}</LinkBase>
        <span className={`quiet ${styles.reading}`}>{match.reading}</span>
      </p>
      <p>
        <CategoryMark category={match.category}>{match.dictionaryName}</CategoryMark>
      </p>
      <p>{match.reason}</p>
    </div>
  );
}

/** The screen of the dictionary's entries, searched for this one. */
function entryPath({ dictionaryId, surface }: PreviewMatch): string {
  return entriesPath(dictionaryId, surface);
}
