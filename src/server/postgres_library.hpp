// libpq, which is loaded when a database is first spoken of: it brings some twenty libraries along, and a program that
// plays in a terminal should start without them.
#pragma once

#include <libpq-fe.h>

namespace duello {

struct PostgresLibrary {
  // Nothing if it is not installed.
  static const PostgresLibrary* get();

  decltype(::PQclear)* clear;
  decltype(::PQconnectPoll)* connect_poll;
  decltype(::PQconnectStartParams)* connect_start;
  decltype(::PQconninfoFree)* free_options;
  decltype(::PQconninfoParse)* parse_options;
  decltype(::PQconsumeInput)* consume_input;
  decltype(::PQerrorMessage)* error_message;
  decltype(::PQfinish)* finish;
  decltype(::PQflush)* flush;
  decltype(::PQfreemem)* free_memory;
  decltype(::PQgetResult)* get_result;
  decltype(::PQgetlength)* get_length;
  decltype(::PQgetvalue)* get_value;
  decltype(::PQgetisnull)* is_null;
  decltype(::PQisBusy)* is_busy;
  decltype(::PQnotifies)* notifies;
  decltype(::PQntuples)* row_count;
  decltype(::PQparameterStatus)* parameter;
  decltype(::PQresultErrorField)* error_field;
  decltype(::PQresultErrorMessage)* result_error;
  decltype(::PQresultStatus)* result_status;
  decltype(::PQsendPrepare)* send_prepare;
  decltype(::PQsendQuery)* send_query;
  decltype(::PQsendQueryPrepared)* send_prepared;
  decltype(::PQsetNoticeProcessor)* set_notice_processor;
  decltype(::PQsetnonblocking)* set_nonblocking;
  decltype(::PQsocket)* socket;
  decltype(::PQstatus)* status;
};

}  // namespace duello
