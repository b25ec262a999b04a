import type { CSSProperties } from "react";
import type { RaRecord } from "react-admin";
import { type Column, type ShownColumn, sortsOf } from "./column.ts";
import type { Labels } from "./TableHead.tsx";

interface Width {
  width?: number | undefined;
  /** Whether the width comes from what stands in the column. */
  fits?: unknown;
  /** Whether the text may take two lines. */
  long?: boolean | undefined;
  noWrap?: boolean | undefined;
  /** What a text of two lines leaves, for the second line of a cell stays in one. */
  least?: number;
}

const NARROWEST = 150;

/** As the variables of a table. */
export function widthVariables(
  columns: readonly Width[],
  actions: readonly Width[],
): CSSProperties {
  const buttons = actions.reduce((sum, { width = 0 }) => sum + width, 0);
  return {
    "--narrowest": `${buttons + narrowest(columns)}px`,
    "--first": `${narrowest(columns.slice(0, 1))}px`,
    "--columns": tracks([...columns, ...actions]),
  } as CSSProperties;
}

/** The width in px below which a table scrolls. */
function narrowest(columns: readonly Width[]): number {
  return columns.reduce((sum, column) => sum + leastOf(column), 0);
}

function leastOf({ width = NARROWEST, fits, long, noWrap, least = NARROWEST }: Width): number {
  return fits && long && !noWrap ? Math.min(width, least) : width;
}

/** The columns as grid-template-columns; those of no width share what is left, else the others. */
function tracks(columns: readonly Width[]): string {
  const isFixed = columns.every(({ width, fits }) => width !== undefined && !fits);
  const unit = columns.some(({ width }) => width === undefined) ? "px" : "fr";
  return columns
    .map((column) => {
      const { width, fits } = column;
      if (width === undefined) return "minmax(0, 1fr)";
      return isFixed || fits ? `minmax(${leastOf(column)}px, ${width}${unit})` : `${width}px`;
    })
    .join(" ");
}

const MOST = 320;
/** The space at both sides of a cell, and the checkbox. */
const SIDES = 24;
const BOX = 30;
const ARROW = 18;
const BODY = 14;
const CAPTION = 12;

interface Content<Row extends RaRecord> {
  rows: readonly Row[];
  labels: readonly Labels[];
  /** The first cell has a checkbox. */
  hasBox: boolean;
}

/** The columns with `fits` are as wide as the longest text on this page, up to a limit. */
export function fitted<Row extends RaRecord>(
  columns: readonly ShownColumn<Row>[],
  { rows, labels, hasBox }: Content<Row>,
): readonly (ShownColumn<Row> & Width)[] {
  return columns.map((column, index) => {
    if (!column.fits) return column;
    const { second } = column;
    const lines = labels[index] ?? [];
    let widest = Math.max(headingWidth(column, lines[0]), headingWidth(second, lines[1]));
    let below = 0;
    for (const row of rows) {
      if (second) below = Math.max(below, textWidth(textOf(row, second)) * CAPTION);
      widest = Math.max(
        widest,
        below,
        textWidth(textOf(row, column)) * BODY,
        textWidth(column.below?.(row) ?? "") * CAPTION,
      );
    }
    const space = SIDES + (hasBox && index === 0 ? BOX : 0);
    const width = Math.min(column.width ?? MOST, Math.ceil(widest) + space);
    return { ...column, width, least: Math.max(NARROWEST, Math.ceil(below) + space) };
  });
}

function headingWidth<Row extends RaRecord>(column: Column<Row> | undefined, label = ""): number {
  const isSorted = column && sortsOf(column).length > 0;
  return textWidth(label) * CAPTION + (isSorted ? ARROW : 0);
}

function textOf<Row extends RaRecord>(row: Row, { source, fits }: Column<Row>): string {
  return typeof fits === "function" ? fits(row) : String(row[source] ?? "");
}

/** About how wide a text is, in em: half-width characters are a little more than half of one. */
function textWidth(text: string): number {
  let width = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    width += code < 0x2e80 || (code >= 0xff61 && code <= 0xff9f) ? 0.56 : 1;
  }
  return width;
}
