# Runs the command in Node and returns the object that it prints.
run_command <- function(arguments) {
  errors <- tempfile("manyview-stderr-")
  printed <- tempfile("manyview-stdout-")
  on.exit(unlink(c(errors, printed)), add = TRUE)
  status <- system2(find_node(), shQuote(c(find_command(), as.character(arguments))), stdout = printed, stderr = errors)
  if (status != 0) {
    said <- sub("^manyview: ", "", grep("^manyview: ", readLines(errors, warn = FALSE), value = TRUE))
    stop(if (length(said)) said[length(said)] else paste("the command ended with status", status), call. = FALSE)
  }
  text <- paste(readLines(printed, warn = FALSE, encoding = "UTF-8"), collapse = "\n")
  if (!nzchar(text)) return(invisible(NULL))
  answer <- jsonlite::fromJSON(text, simplifyVector = FALSE)
  for (warned in answer$warnings) warning(warned, call. = FALSE)
  answer
}

find_node <- function() {
  node <- Sys.getenv("MANYVIEW_NODE", unname(Sys.which("node")))
  wanted <- "Manyview computes in Node 20.19 or newer"
  if (!nzchar(node)) stop(wanted, ", which was not found: install it (nodejs.org), or set MANYVIEW_NODE to its path", call. = FALSE)
  version <- tryCatch(system2(node, "--version", stdout = TRUE, stderr = FALSE), error = function(e) "")
  if (!isTRUE(grepl("^v[0-9]+\\.", version))) stop(node, " does not answer as Node does: set MANYVIEW_NODE to its path", call. = FALSE)
  if (numeric_version(sub("^v", "", version)) < "20.19") stop(wanted, " but ", node, " is ", version, ": install a newer one", call. = FALSE)
  node
}

find_command <- function() {
  given <- Sys.getenv("MANYVIEW_COMMAND")
  inside <- system.file("command", "manyview.js", package = "manyview")
  found <- if (nzchar(given)) given else if (nzchar(inside)) inside else unname(Sys.which("manyview"))
  if (!nzchar(found)) stop('the command "manyview" was not found: install it with "npm install --global manyview"', call. = FALSE)
  found
}

# The flags of the command for parameters by name; settings.json has them from the command's own table.
setting_flags <- function(parameters) {
  settings <- jsonlite::fromJSON(system.file("settings.json", package = "manyview"), simplifyVector = FALSE)
  unlist(lapply(settings, function(setting) {
    value <- parameters[[setting$r]]
    if (!setting$named) return(if (!is.null(value)) c(setting$flag, value))
    lapply(names(value), function(name) c(setting$flag, paste0(name, "=", value[[name]])))
  }))
}
