import { renderToReadableStream } from "react-dom/server";
import { ServerRouter, type HandleDocumentRequestFunction } from "react-router";

const handle: HandleDocumentRequestFunction = async (...given) => {
  const [request, status, headers, context] = given;
  const page = <ServerRouter context={context} url={request.url} />;
  headers.set("content-type", "text/html");
  return new Response(await renderToReadableStream(page), { status, headers });
};

export default handle;
