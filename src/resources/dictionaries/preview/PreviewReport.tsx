import Button from "@mui/material/Button";
import { useMemo, useState } from "react";
import { useTranslate } from "react-admin";
import { DICTIONARY_CATEGORIES } from "../../../../domain/dictionaryRules.ts";
import { formatNumber } from "../../../../domain/numbers.ts";
import { MOST_MATCHES } from "../../../../domain/previewRules.ts";
import { Section } from "../../../components/display/Section.tsx";
import { CategoryMark } from "./CategoryMark.tsx";
import { FoundEntries } from "./FoundEntries.tsx";
import { MarkedText } from "./MarkedText.tsx";
import { MatchDetails } from "./MatchDetails.tsx";
import type { Passage } from "./passage.ts";
import styles from "./preview.module.css";
import { type CheckedText, usedMatches } from "./previewMatches.ts";

const NOTHING: Passage = { start: 0, end: 0, surface: "" };

interface PreviewReportProps {
  checked: CheckedText;
  /** Undefined for people who cannot add entries. */
  onAdd: ((passage: Passage) => void) | undefined;
}

export function PreviewReport({ checked, onAdd }: PreviewReportProps) {
  const translate = useTranslate();
  const { matches, truncated } = checked;
  const used = useMemo(() => usedMatches(matches), [matches]);
  const [chosen, setChosen] = useState({ matches, index: 0 });
  const index = chosen.matches === matches ? chosen.index : 0;
  const text = (key: string, values?: object) => translate(`resources.preview.${key}`, values);
  return (
    <>
      <Section
        title="resources.preview.result"
        actions={
          onAdd ? (
            <Button variant="outlined" onClick={() => onAdd(NOTHING)}>
              {text("add.open")}
            </Button>
          ) : null
        }
      >
        <p role="status" className={styles.summary}>
          {matches.length === 0
            ? text("none")
            : text("found", {
                matches: formatNumber(matches.length),
                used: formatNumber(used.length),
              })}
          {truncated ? text("truncated", { most: formatNumber(MOST_MATCHES) }) : null}
        </p>
        {used.length > 0 ? (
          <ul className={styles.legend}>
            {DICTIONARY_CATEGORIES.toReversed().map((category) => (
              <li key={category}>
                <CategoryMark category={category}>{category}</CategoryMark>
              </li>
            ))}
          </ul>
        ) : null}
        <div className={styles.columns}>
          <MarkedText
            checked={checked}
            used={used}
            current={index}
            onChoose={(chosenIndex) => setChosen({ matches, index: chosenIndex })}
            onAdd={onAdd}
          />
          <MatchDetails chosen={used[index]} />
        </div>
      </Section>
      {matches.length > 0 ? (
        <Section title="resources.preview.entries">
          <FoundEntries matches={matches} />
        </Section>
      ) : null}
    </>
  );
}
