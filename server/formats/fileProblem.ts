import { atLine, fileSentences } from "../../domain/files/sentences.ts";
import type { FormatCandidate } from "../../domain/imports/schemas.ts";

type Sentences = typeof fileSentences;
export type FileProblemCode = keyof Sentences;
type Values<C extends FileProblemCode> = Sentences[C] extends (...values: infer V) => string
  ? V
  : [];

/** Why a whole file cannot be read; `message` is a complete sentence, with the line if there is one. */
export interface FileProblem {
  code: FileProblemCode;
  message: string;
  /** Counted from 1; null for problems of the file. */
  line: number | null;
  /** The formats among which a person has to choose; of FORMAT_DOUBTFUL. */
  candidates?: FormatCandidate[];
}

export class UnreadableFile extends Error {
  override readonly name = "UnreadableFile";
  readonly problem: FileProblem;

  constructor(problem: FileProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

export function unreadable<C extends FileProblemCode>(
  code: C,
  line: number | null = null,
  ...values: Values<C>
): UnreadableFile {
  const sentence: string | ((...values: string[]) => string) = fileSentences[code];
  const text = typeof sentence === "string" ? sentence : sentence(...values.map(String));
  return new UnreadableFile({ code, message: line === null ? text : atLine(line, text), line });
}
