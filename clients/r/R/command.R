# Runs the command in a folder and returns the object that it prints. Its warnings that were not heard become R's.
run_command <- function(arguments, folder, heard = character()) {
  node <- manyview_node()$path
  command <- find_command()
  errors <- tempfile("manyview-stderr-")
  printed <- tempfile("manyview-stdout-")
  # In its own folder: a manyview.json beside the user's script says nothing to this fit.
  before <- setwd(folder)
  on.exit({ setwd(before); unlink(c(errors, printed)) }, add = TRUE)
  status <- system2(node, shQuote(c(command, as.character(arguments))), stdout = printed, stderr = errors)
  if (status != 0) {
    lines <- readLines(errors, warn = FALSE, encoding = "UTF-8")
    said <- sub("^manyview: ", "", grep("^manyview: ", lines, value = TRUE))
    stop(if (length(said)) in_r(said[length(said)]) else paste("the command ended with status", status), call. = FALSE)
  }
  text <- paste(readLines(printed, warn = FALSE, encoding = "UTF-8"), collapse = "\n")
  if (!nzchar(text)) return(invisible(NULL))
  answer <- jsonlite::fromJSON(text, simplifyVector = FALSE)
  for (warned in setdiff(unlist(answer$warnings), heard)) warning(in_r(warned), call. = FALSE)
  answer
}

# The settings of the command that are arguments here, from the command's own table.
settings <- function() jsonlite::fromJSON(system.file("settings.json", package = "manyview"), simplifyVector = FALSE)

# The flags of the command for arguments by name.
setting_flags <- function(parameters) {
  unlist(lapply(settings(), function(setting) {
    value <- parameters[[setting$r]]
    if (setting$takes == "nothing") return(if (isTRUE(value)) setting$flag)
    if (setting$takes == "value") return(if (!is.null(value)) c(setting$flag, value))
    lapply(names(value), function(name) c(setting$flag, paste0(name, "=", value[[name]])))
  }))
}

# The words of the command in R's: `--missing mean` is `missing = "mean"`, and samples, features and clusters count from 1.
in_r <- function(text) {
  known <- settings()
  names(known) <- vapply(known, function(setting) setting$flag, "")
  literal <- function(value) if (grepl("^[0-9]+(\\.[0-9]+)?$", value)) value else paste0('"', value, '"')
  argument <- function(found) {
    flag <- sub("[ =].*", "", found)
    value <- substring(found, nchar(flag) + 2)
    if (flag == "--samples" && value %in% c("rows", "columns")) return(paste0('samples = "', value, '"'))
    setting <- known[[flag]]
    if (is.null(setting)) return(paste0('"manyview fit ', flag, '"', substring(found, nchar(flag) + 1)))
    if (setting$takes == "names" && grepl("=", value)) {
      one <- sub("^[^=]*=", "", value)
      return(paste0(setting$r, " = list(", sub("=.*", "", value), " = ", literal(one), ")"))
    }
    takes <- setting$takes == "value" && (value %in% setting$words || flag == "--method" || grepl("^[0-9][A-Za-z0-9.]*$", value))
    if (nzchar(value) && takes) paste(setting$r, "=", literal(value)) else paste0(setting$r, substring(found, nchar(flag) + 1))
  }
  text <- rewrite(text, "(?<![\\w-])--[a-z][a-z-]*(?:[ =][^\\s,;:)(\"']+)?", argument)
  text <- gsub("(\\w+) = list\\(([^)]*)\\) \\1 = list\\(", "\\1 = list(\\2, ", text, perl = TRUE)
  text <- gsub("\\b([0-9]+)\\.\\.([0-9]+)\\b", "c(\\1, \\2)", text, perl = TRUE)
  from_one(text)
}

# Text in which "sample 0", "feature 0" and "cluster 0" become 1, outside of quotes.
from_one <- function(text) {
  rewrite(text, '"[^"]*"|\\b(?:sample|feature|[Cc]luster) [0-9]+\\b', function(found) {
    if (startsWith(found, '"')) return(found)
    paste(sub(" .*", "", found), as.integer(sub(".* ", "", found)) + 1L)
  })
}

rewrite <- function(text, pattern, change) {
  at <- gregexpr(pattern, text, perl = TRUE)
  regmatches(text, at) <- lapply(regmatches(text, at), function(found) vapply(found, change, "", USE.NAMES = FALSE))
  text
}
