# The Node that computes: its path, its version, and what named it (MANYVIEW_NODE, else the PATH).
manyview_node <- function() {
  given <- Sys.getenv("MANYVIEW_NODE")
  found <- if (nzchar(given)) Sys.which(given) else Sys.which("node")
  path <- if (nzchar(given) && !nzchar(found)) given else unname(found)
  source <- if (nzchar(given)) "MANYVIEW_NODE" else "the PATH"
  wanted <- "Node 20.19 or newer"
  hint <- "install one from nodejs.org, or set MANYVIEW_NODE to its path"
  if (!nzchar(path)) stop("Manyview computes in ", wanted, ", which was not found: ", hint, call. = FALSE)
  said <- tryCatch(suppressWarnings(system2(path, "--version", stdout = TRUE, stderr = FALSE)), error = function(e) "")
  version <- sub("^v", "", said[1])
  if (!isTRUE(grepl("^[0-9]+\\.[0-9]+", version)))
    stop(path, " (", source, ") does not answer as Node does: ", hint, call. = FALSE)
  if (numeric_version(version) < "20.19")
    stop("Manyview needs ", wanted, " but ", path, " (", source, ") is ", version, ": ", hint, call. = FALSE)
  list(path = path, version = version, source = source)
}

# The program of the command: that of MANYVIEW_COMMAND, the one in this package, or the one on the PATH.
find_command <- function() {
  given <- Sys.getenv("MANYVIEW_COMMAND")
  if (nzchar(given)) return(checked_command(given))
  inside <- system.file("command", "manyview.js", package = "manyview")
  found <- if (nzchar(inside)) inside else unname(Sys.which("manyview"))
  if (!nzchar(found)) stop('the command "manyview" was not found: install it with "npm install --global manyview"', call. = FALSE)
  found
}

checked_command <- function(path) {
  what <- "is no file"
  if (file.exists(path) && !dir.exists(path)) {
    said <- suppressWarnings(system2(manyview_node()$path, shQuote(c(path, "--version")), stdout = TRUE, stderr = FALSE))
    if (is.null(attr(said, "status")) && isTRUE(grepl("^[0-9]+\\.[0-9]+\\.[0-9]+", said[1]))) return(normalizePath(path))
    what <- 'is not the command "manyview"'
  }
  stop("MANYVIEW_COMMAND gives ", path, ", which ", what, ": set it to the path of manyview.js, ",
       "or unset it for the command in this package", call. = FALSE)
}
