import type { QueryResult } from "kysely";
import type pg from "pg";
import { prepareValue } from "pg/lib/utils.js";

declare module "pg" {
  interface Connection {
    /** The texts of the statements that the session has, by their names. */
    parsedStatements: Readonly<Record<string, string | undefined>>;
  }
}

interface Columns {
  names: readonly string[];
  parsers: readonly ((text: string) => unknown)[];
}

interface Described {
  fields: readonly { name: string; dataTypeID: number }[];
}

interface Statement {
  name: string;
  text: string;
  values: readonly unknown[];
}

interface Answer {
  rows: Record<string, unknown>[];
  count: number;
}

type ParserOf = (oid: number) => (text: string) => unknown;

/**
 * What sessions have described, by the names of their statements. PostgreSQL refuses a prepared statement
 * whose columns have changed meanwhile.
 */
const described = new WeakMap<pg.Connection, Map<string, Columns>>();

function columnsOf(connection: pg.Connection): Map<string, Columns> {
  const known = described.get(connection) ?? new Map<string, Columns>();
  described.set(connection, known);
  return known;
}

/**
 * Runs a statement that each session prepares and describes once. pg's own asks for the columns with each
 * execution, which takes it longer than to read the rows of most statements.
 */
export function runNamed<Row>(
  client: pg.ClientBase,
  statement: Statement,
  parserOf: ParserOf,
): Promise<QueryResult<Row>> {
  return new Promise((resolve, reject) => {
    const answered: NamedStatement["callback"] = (error, answer) => {
      if (!answer) reject(error);
      else resolve({ rows: answer.rows as Row[], numAffectedRows: BigInt(answer.count) });
    };
    client.query(new NamedStatement(statement, parserOf, answered));
  });
}

/** For `client.query`, as pg-cursor is. */
class NamedStatement implements pg.Submittable {
  readonly name: string;
  readonly text: string;
  /** pg replaces it where it gives up waiting. */
  callback: (error: unknown, answer?: Answer) => void;
  readonly #values: ReturnType<typeof prepareValue>[];
  readonly #parserOf: ParserOf;
  #known: Map<string, Columns> | undefined;
  #columns: Columns | undefined;
  #failure: unknown;
  readonly #answer: Answer = { rows: [], count: 0 };

  constructor(
    { name, text, values }: Statement,
    parserOf: ParserOf,
    callback: NamedStatement["callback"],
  ) {
    this.name = name;
    this.text = text;
    this.callback = callback;
    // One that has no form throws here, before anything is sent.
    this.#values = values.map(prepareValue);
    this.#parserOf = parserOf;
  }

  submit(connection: pg.Connection): null {
    this.#known = columnsOf(connection);
    const isParsed = connection.parsedStatements[this.name] !== undefined;
    this.#columns = isParsed ? this.#known.get(this.name) : undefined;
    const { name: statement, text } = this;
    connection.stream.cork();
    if (!isParsed) connection.parse({ text, name: statement, types: [] }, true);
    connection.bind({ statement, values: this.#values }, true);
    if (!this.#columns) connection.describe({ type: "P" }, true);
    connection.execute(null, true);
    connection.sync();
    connection.stream.uncork();
    return null;
  }

  handleRowDescription({ fields }: Described): void {
    this.#columns = {
      names: fields.map(({ name }) => name),
      parsers: fields.map(({ dataTypeID }) => this.#parserOf(dataTypeID)),
    };
    this.#known?.set(this.name, this.#columns);
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const { names, parsers } = this.#columns ?? { names: [], parsers: [] };
    const row: Record<string, unknown> = {};
    try {
      for (const [at, name] of names.entries()) {
        const sent = fields[at] ?? null;
        row[name] = sent === null ? null : parsers[at]?.(sent);
      }
      this.#answer.rows.push(row);
    } catch (error) {
      this.#failure = error;
    }
  }

  /** "SELECT 2" or "INSERT 0 2". */
  handleCommandComplete({ text }: { text: string }): void {
    this.#answer.count = Number(text.slice(text.lastIndexOf(" ") + 1)) || 0;
  }

  handleReadyForQuery(): void {
    if (this.#failure === undefined) this.callback(null, this.#answer);
    else this.callback(this.#failure);
  }

  handleError(error: unknown): void {
    this.callback(error);
  }
}
