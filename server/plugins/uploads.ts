import fastifyMultipart from "@fastify/multipart";
import type { FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import type { Endpoint } from "../../domain/api/endpoint.ts";
import { fileSentences } from "../../domain/files/sentences.ts";
import { badRequest, limitExceeded, ProblemError, unsupportedMediaType } from "../problem.ts";

/** Of everything in an upload but the file, beside fields that may be longer. */
const FORM_BYTES = 16 * 1024;
const FIELD_BYTES = 150;
const FIELDS = 5;

type Upload = NonNullable<Endpoint["upload"]>;

/** multipart/form-data for the endpoints that declare an upload, and for no other. */
export const uploads = fp(async (app) => {
  await app.register(fastifyMultipart);
  app.addHook("preParsing", (request, _reply, _payload, done) => done(refusalOf(request)));
  app.addHook("preValidation", (request, _reply, done) => {
    const { upload } = request.routeOptions.config.endpoint ?? {};
    if (!upload) return done();
    formOf(request, upload).then((form) => {
      request.body = form;
      done();
    }, done);
  });
});

function refusalOf({ headers, routeOptions }: FastifyRequest): ProblemError | undefined {
  const { upload } = routeOptions.config.endpoint ?? {};
  const type = headers["content-type"];
  if (!upload && type === undefined) return undefined;
  const isForm = mediaType(type) === "multipart/form-data";
  if (isForm !== (upload !== undefined)) return unsupportedMediaType();
  const bytes = Number(headers["content-length"] ?? 0);
  return upload && bytes > upload.bytes + FORM_BYTES + (upload.fieldBytes ?? 0)
    ? tooLarge()
    : undefined;
}

/** The fields by their names, files as File; a field that comes twice is refused. */
async function formOf(
  request: FastifyRequest,
  { bytes, fieldBytes = FIELD_BYTES }: Upload,
): Promise<Record<string, unknown>> {
  const form = new Map<string, unknown>();
  const limits = { fileSize: bytes, files: 1, fields: FIELDS, fieldSize: fieldBytes };
  try {
    for await (const part of request.parts({ limits })) {
      if (form.has(part.fieldname)) throw badRequest();
      form.set(
        part.fieldname,
        part.type === "file"
          ? new File([new Uint8Array(await part.toBuffer())], part.filename ?? "", {
              type: part.mimetype,
            })
          : part.value,
      );
    }
  } catch (error) {
    if (error instanceof app(request).RequestFileTooLargeError) throw tooLarge();
    throw error instanceof ProblemError ? error : badRequest();
  }
  return Object.fromEntries(form);
}

const app = ({ server }: FastifyRequest) => server.multipartErrors;

function tooLarge(): ProblemError {
  const message = fileSentences.TOO_LARGE;
  return limitExceeded({ message, errors: { file: message } });
}

export function isUpload({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.endpoint?.upload !== undefined;
}

/** Ends when the client goes away before it has its answer. */
export function disconnectSignal({ raw }: Pick<FastifyReply, "raw">): AbortSignal {
  const disconnected = new AbortController();
  if (raw.destroyed && !raw.writableFinished) disconnected.abort();
  raw.once("close", () => {
    if (!raw.writableFinished) disconnected.abort();
  });
  return disconnected.signal;
}

/**
 * The media type of a Content-Type header, without parameters. In lower case, because clients may
 * spell it as they like (RFC 9110, 8.3.1).
 */
export function mediaType(header: string | null | undefined): string {
  return (header?.split(";", 1)[0] ?? "").trim().toLowerCase();
}
