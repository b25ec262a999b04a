import type { VocabularyEngine } from "./rules.ts";

/** Programs that ask for our own JSON have no name of an engine. */
export const engineLabels = {
  json: "JSON",
  amivoice: "AmiVoice API",
  google: "Google Speech-to-Text",
  aws: "Amazon Transcribe",
  azure: "Azure AI Speech",
  deepgram: "Deepgram",
  whisper: "Whisper",
  mecab: "MeCab",
  kuromoji: "Kuromoji",
  sudachi: "Sudachi",
} as const satisfies Readonly<Record<VocabularyEngine, string>>;
